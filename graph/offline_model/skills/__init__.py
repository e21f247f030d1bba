"""What the offline model can do, a file a skill. Each finds its wish in the newest text, or nothing."""
