s/ in [0-9,]* ms, [0-9,.]*[ milon]* a second/ in … ms, … a second/
