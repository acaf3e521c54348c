print("poptrace")
