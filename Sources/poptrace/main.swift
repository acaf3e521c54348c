#if Tool
  import PopTraceCommands

  PopTraceTool().run()
#else
  fatalError("poptrace was built without its trait Tool; build it with --traits Tool")
#endif
