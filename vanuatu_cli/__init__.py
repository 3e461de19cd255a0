"""The command line. Its version is the project's; it stands here and nowhere else."""

__version__ = "0.1.0"
