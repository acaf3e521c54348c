import PopupScheduling

extension AuditState {
  /// Takes over everything that another audit knows by now.
  mutating func copy(from other: borrowing AuditState) {
    catalog = other.catalog
    tick = other.tick
    second = other.second
    threeSeconds = other.threeSeconds
    tenSeconds = other.tenSeconds
    twentySeconds = other.twentySeconds
    marksReentrantStimuli = other.marksReentrantStimuli
    now = other.now
    sequence = other.sequence
    time = other.time
    jumped = other.jumped
    isObserved = other.isObserved
    contradiction = other.contradiction
    hasGap = other.hasGap
    knownSince = other.knownSince
    knowsUser = other.knowsUser
    knowsBackground = other.knowsBackground
    event = other.event
    popups.copy(from: other.popups)
    pages.copy(from: other.pages)
    scenes.copy(from: other.scenes)
    queues.copy(from: other.queues)
    chains.copy(from: other.chains)
    chainMembers.copy(from: other.chainMembers)
    boundChains.copy(from: other.boundChains)
    emptiedChains.copy(from: other.emptiedChains)
    turn.copy(from: other.turn)
    deadlines.copy(from: other.deadlines)
    expiries.copy(from: other.expiries)
    timers.copy(from: other.timers)
    epoch = other.epoch
    epochBegan = other.epochBegan
    isSignedIn = other.isSignedIn
    user = other.user
    signedIn = other.signedIn
    background = other.background
    backgroundSince = other.backgroundSince
    backgroundTotal = other.backgroundTotal
    foldedScenes.copy(from: other.foldedScenes)
    busyQueues.copy(from: other.busyQueues)
    dirtyQueues.copy(from: other.dirtyQueues)
    dirtyExempt.copy(from: other.dirtyExempt)
    listedCount = other.listedCount
    firstLive = other.firstLive
    listedExemptCount = other.listedExemptCount
    latest = other.latest
    groups.copy(from: other.groups)
    members.copy(from: other.members)
    bindings.copy(from: other.bindings)
    pageCount = other.pageCount
    ready.copy(from: other.ready)
    byAge.copy(from: other.byAge)
    openGroups.copy(from: other.openGroups)
    holders.copy(from: other.holders)
    groupIDs.copy(from: other.groupIDs)
    bindingIDs.copy(from: other.bindingIDs)
    links.copy(from: other.links)
    classLinks.copy(from: other.classLinks)
    pageLists.copy(from: other.pageLists)
    numberLists.copy(from: other.numberLists)
    altered.copy(from: other.altered)
    changedScenes.copy(from: other.changedScenes)
    slotScenes.copy(from: other.slotScenes)
    slots.copy(from: other.slots)
    keys.copy(from: other.keys)
    liveOfKey.copy(from: other.liveOfKey)
    objects.copy(from: other.objects)
    ofObject.copy(from: other.ofObject)
    others.copy(from: other.others)
    specIndices.copy(from: other.specIndices)
    chainIDs.copy(from: other.chainIDs)
    keyIDs.copy(from: other.keyIDs)
    forest.copy(from: other.forest)
    sceneIndices.copy(from: other.sceneIndices)
    queueIndices.copy(from: other.queueIndices)
  }
}
