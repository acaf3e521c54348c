import CampaignPolicy
import PopTraceCommands

// Recordings name the policy that made them, so each version that shipped keeps its name.
PopTraceTool(
  policies: .standard + [
    PolicyEntry("campaigns-1", summary: "v6, and a minute of peace after a campaign was sent away") {
      CampaignPolicy()
    },
    PolicyEntry("campaigns-2", summary: "the same, for five minutes") { CampaignPolicy(peaceMilliseconds: 300_000) },
  ]
).run()
