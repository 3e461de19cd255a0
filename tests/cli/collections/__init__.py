"""Tests of filter, find and export."""
