import PopTraceCommands

PopTraceTool().run()
