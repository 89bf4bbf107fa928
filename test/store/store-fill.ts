import {
  by,
  dayOf,
  type Fresh,
  makeTenantVault,
  performanceOf,
  pointOf,
  readingOf,
  snapshotOf,
  strategists,
  svmDraftOf,
  svmReadingOf,
  swapOrderOf,
  treeOf,
} from '../support/store/store-fixture.ts'
import { executionOf } from '../support/store/vault/execution.cases.ts'

/** A store with something in every table. */
export async function fill(fresh: Fresh) {
  const store = await fresh.open({ migrate: true })
  const { tenant, user, vaultRef } = await makeTenantVault(store)
  const draft = { userId: user.id, description: 'ü', ratePerMinute: null }
  const { text } = await store.keys.create(tenant.id, draft, by)
  const invite = await store.invites.create(tenant.id, { userId: user.id, hours: 1 }, by)
  const signedIn = await store.invites.accept({
    secret: invite.secret,
    passkey: {
      credentialId: 'ü',
      publicKey: new Uint8Array([0, 255]),
      counter: 2n ** 32n,
      transports: [],
      isSynced: false,
      name: 'ü',
    },
    origin: { userAgent: 'ü', address: '::1', replaced: null },
  })
  await store.challenges.create({ purpose: 'proof', body: 'ü', user: signedIn.caller }, 300n)
  const file = treeOf(1, 'kept', 60)
  const { root } = await store.trees.push(
    tenant.id,
    { ...vaultRef, strategist: strategists[0], file },
    by,
  )
  const identity = { issuer: 'https://id.example', subject: 'ü-1', userId: user.id }
  await store.users.identify(tenant.id, identity, by)
  const named = { chain: null, address: vaultRef.vault, name: 'ü', shape: 'u' }
  await store.accountNames.put(tenant.id, named, by)
  await store.reviews.setRequired(tenant.id, 2, by)
  await store.reviews.setVaultRequired(tenant.id, { vault: vaultRef.vault, required: 3 }, by)
  const [passkey] = await store.passkeys.list(tenant.id, user.id)
  const zeros = `0x${'0'.repeat(64)}` as const
  await store.reviews.add(
    tenant.id,
    { kind: 'root', hash: zeros },
    {
      number: 1,
      previousHash: zeros,
      entryHash: zeros,
      act: 'approved',
      body: '"ü"',
      userId: user.id,
      passkey: { id: passkey!.id, counter: 2n ** 33n },
    },
  )
  const control = {
    blockNumber: 2n ** 60n,
    blockHash: zeros,
    atUnix: 1n,
    witness: '"ü"',
    answer: '2',
  }
  await store.controls.add(tenant.id, vaultRef, { ...control, change: '"ü"' })
  const log = { block: 2n ** 60n, blockHash: zeros, logIndex: 1, transactionHash: zeros }
  const times = { creationTime: 1, secondsToMaturity: 2, secondsToDeadline: 3 }
  const amounts = { nonce: 2n ** 95n, amountOfShares: 2n ** 127n, amountOfAssets: 1n }
  const request = {
    ...amounts,
    ...times,
    id: zeros,
    user: vaultRef.vault,
    assetOut: vaultRef.vault,
  }
  const readTo = { block: 2n ** 60n, blockHash: zeros }
  const solved = { ...request, ...log, end: { kind: 'solved' as const, ...log } }
  const stored = { queue: vaultRef.vault, after: null, readTo, changed: [solved] }
  await store.withdrawQueues.extend(tenant.id, vaultRef, stored)
  const owed = { blockNumber: 2n ** 60n, blockHash: zeros, atUnix: 1n, body: '"ü"' }
  await store.withdrawQueues.putReading(tenant.id, vaultRef, owed)
  const event = { ...vaultRef, strategist: strategists[0], root, atUnix: 1n, block: 2n ** 60n }
  await store.roots.set(tenant.id, { ...event, logIndex: 1, txHash: null })
  const wide = `${'9'.repeat(78)}.${'0'.repeat(39)}1`
  await store.snapshots.put(tenant.id, snapshotOf(vaultRef, dayOf(0), wide))
  await store.performances.put(tenant.id, performanceOf(vaultRef, dayOf(0)))
  const days = Array.from({ length: 120 }, (_, index) => pointOf(vaultRef, dayOf(index), wide))
  await store.dailyPoints.put(tenant.id, days)
  const asset = vaultRef.vault
  await store.prices.put(tenant.id, [{ chain: 'base', asset, atUnix: 1n, usd: '1', source: 's' }])
  const simulation = { id: 'sim', createdAtUnix: 1n, expiresAtUnix: 2n ** 50n, body: '{}' }
  const packed = Uint8Array.from({ length: 5000 }, (_, index) => index % 256)
  const witness = { byteCount: 9000, body: packed, slotUse: packed.subarray(250, 260) }
  await store.simulations.put(tenant.id, simulation, witness)
  await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(200), 'first ü'), null)
  await store.readings.put(tenant.id, readingOf(vaultRef, dayOf(200), 'x'.repeat(1e5)), 'again')
  const range = { from: dayOf(200), to: dayOf(201) }
  const query = { ...vaultRef, range, withOtherChains: true, reason: 'x' }
  for (const text of ['one', 'other']) {
    await store.derived.derive(tenant.id, query, () => ({
      snapshots: [],
      dailyPoints: [
        { value: pointOf(vaultRef, dayOf(200), wide), basis: { a: text }, receipt: text.repeat(9) },
      ],
      performances: [
        {
          value: performanceOf(vaultRef, dayOf(200)),
          basis: { a: text },
          receipt: text.repeat(9999),
        },
      ],
    }))
  }
  const failure = { ...vaultRef, kind: 'k', day: null, code: 'c', message: 'm', retryAtUnix: null }
  await store.failures.record(tenant.id, failure)
  await store.roots.sync(tenant.id, { ...vaultRef, fromBlock: 0n, toBlock: 9n }, [])
  const executed = { rows: [executionOf(3, 0, 0), executionOf(3, 1, 1)], unchanged: [] }
  await store.executions.sync(tenant.id, { ...vaultRef, fromBlock: 0n, toBlock: 9n }, executed)
  await store.heads.raise({ chain: 'base', number: 2n ** 60n, hash: root, atUnix: 1n })
  const day = { ...vaultRef, day: dayOf(200) }
  const swapPlace = { ...vaultRef, strategist: strategists[0] }
  const quote = { ...swapPlace, id: 'q', createdAtUnix: 1n, expiresAtUnix: 2n }
  await store.swapQuotes.put(tenant.id, { ...quote, body: '"ü"', receipt: '{}'.repeat(9999) })
  await store.swapOrders.put(tenant.id, swapOrderOf(swapPlace, 1))
  const safeRef = { chain: vaultRef.chain, safe: strategists[0] }
  const signed = { owner: strategists[1], signature: '0xab' } as const
  const safeEntry = { hash: root, nonce: 2n ** 255n, body: 'ü'.repeat(9999), signatures: [signed] }
  const look = { entries: [safeEntry], openNonce: 0n, atUnix: 1n }
  await store.safeQueues.keep(tenant.id, safeRef, look)
  const listing = { service: 's', readAtUnix: 1n, quotaRemaining: null, body: '"ü"' }
  await store.safeQueues.putListing(tenant.id, safeRef, listing)
  await store.safeQueues.putStatement(tenant.id, safeRef, {
    hash: root,
    createdAtUnix: 1n,
    body: '{}',
  })
  const proposal = { event: 'posted', intentHash: root, hash: root, nonce: 1n, atUnix: 1n }
  await store.safeQueues.noteProposal(tenant.id, safeRef, proposal)
  await store.safeQueues.putLook(tenant.id, safeRef, { account: '["ü"]', atUnix: 1n })
  const { address: svmVault } = await store.svmVaults.put(tenant.id, svmDraftOf(1), by)
  await store.svmReadings.put(tenant.id, svmReadingOf(svmVault, dayOf(0), 'ü'.repeat(9999)))
  const stateOf = async (one: typeof store) => ({
    quote: await one.swapQuotes.find(tenant.id, quote),
    orders: await one.swapOrders.page(tenant.id, swapPlace, { after: null, limit: 9 }),
    safeEntries: await one.safeQueues.entries(tenant.id, safeRef),
    safeLook: await one.safeQueues.findLook(tenant.id, safeRef),
    safeListings: await one.safeQueues.listings(tenant.id, safeRef),
    safeStatement: await one.safeQueues.findStatement(tenant.id, safeRef, root),
    safeProposals: await one.safeQueues.proposals(tenant.id, safeRef),
    svmVault: await one.svmVaults.find(tenant.id, { vault: svmVault }),
    svmReading: await one.svmReadings.latest(tenant.id, { vault: svmVault }),
    reading: await one.readings.find(tenant.id, vaultRef, dayOf(200)),
    revisions: await one.revisions.list(tenant.id, day),
    bases: await one.derived.bases(tenant.id, vaultRef),
    receipt: await one.derived.receipt(tenant.id, day, 'daily'),
    longReceipt: await one.derived.receipt(tenant.id, day, 'performance'),
    failures: await one.failures.list(tenant.id, vaultRef),
    heads: await one.heads.list(),
    nextBlock: await one.roots.nextBlock(tenant.id, vaultRef),
    executions: await one.executions.page(tenant.id, vaultRef, { after: null, limit: 9 }),
    nextExecution: await one.executions.nextBlock(tenant.id, vaultRef),
    tenants: await one.tenants.list(),
    users: await one.users.list(tenant.id),
    keys: await one.keys.list(tenant.id),
    // Every database counts its own revisions.
    caller: { ...(await one.keys.authenticate(text)), asOf: null },
    session: await one.sessions.authenticate(signedIn.secret),
    passkeys: await one.passkeys.list(tenant.id, user.id),
    vaults: await one.vaults.page(tenant.id, { after: null, limit: 9 }),
    tree: await one.trees.find(tenant.id, root),
    roots: await one.roots.active(tenant.id, vaultRef),
    history: await one.roots.history(tenant.id, vaultRef),
    snapshot: await one.snapshots.latest(tenant.id, vaultRef),
    days: await one.dailyPoints.page(
      tenant.id,
      { ...vaultRef, from: dayOf(0), to: dayOf(999) },
      { after: null, limit: 999 },
    ),
    performance: await one.performances.latest(tenant.id, vaultRef),
    prices: await one.prices.latest(tenant.id, { chain: 'base', assets: [asset] }),
    simulation: await one.simulations.find('sim'),
    witness: await one.simulations.findWitness('sim'),
    audit: await one.audit.page(tenant.id, { after: null, limit: 99 }),
  })
  return { store, tenant, user, seen: stateOf }
}
