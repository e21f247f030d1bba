"""What people tell in Chinese."""
