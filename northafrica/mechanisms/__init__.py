"""What two systems share: mechanisms of area games with dice. They know no system and bear no rule id."""
