"""Records of benchmarks: reading them from files, with the place of every one and every fault."""
