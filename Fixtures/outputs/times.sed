s/ in [0-9,]* ms, [0-9,]* a second/ in … ms, … a second/
