"""What people tell in English."""
