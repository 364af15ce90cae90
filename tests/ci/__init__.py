"""Tests of what runs geoeval elsewhere: the action, the hook, the plugin of pytest."""
