SELECT source || ': ' || benchmark FROM bound WHERE low > high
