import { flushCompileCache } from 'node:module'
import { openStore } from '@vaultwright/store'
import {
  addressOf,
  by,
  dayOf,
  draftOf,
  pointOf,
  readingOf,
  snapshotOf,
  strategists,
  treeOf,
} from './store-fixture.ts'

// Writes until it is killed, and says each act when it is done and not before: `<kind> <what>`.
const [url = '', tenantId = '', mark = ''] = process.argv.slice(2)
const store = await openStore(url)
const say = (line: string) => process.stdout.write(`${line}\n`)
const place = { chain: 'ethereum', vault: addressOf(1) }
// Who is killed leaves nothing for the next one to start faster with, unless it does so now.
flushCompileCache()
say('ready')

async function writeUsers(): Promise<void> {
  for (let round = 0; ; round++) {
    const user = await store.users.create(tenantId, { name: `${mark}-${round}`, role: 'admin' }, by)
    say(`user ${user.id}`)
    const draft = { userId: user.id, description: mark, ratePerMinute: null }
    const { key } = await store.keys.create(tenantId, draft, by)
    say(`key ${key.id}`)
    await store.keys.revoke(tenantId, key.id, by)
    say(`revoked ${key.id}`)
  }
}

async function writeTrees(): Promise<void> {
  for (let round = 0; ; round++) {
    const file = treeOf(Number(mark) * 1000 + round, mark, 20)
    const pushed = await store.trees.push(
      tenantId,
      { ...place, strategist: strategists[0], file },
      by,
    )
    if (pushed.isNewTree) say(`tree ${pushed.root}`)
    const block = BigInt(Number(mark) * 1000 + round)
    const event = { ...place, strategist: strategists[0], root: pushed.root, block, logIndex: 0 }
    await store.roots.set(tenantId, { ...event, atUnix: null, txHash: null })
    say(`set ${block}`)
  }
}

async function writeVaults(): Promise<void> {
  for (let round = 0; ; round++) {
    const number = 10_000 + Number(mark) * 100 + (round % 100)
    const vault = await store.vaults.put(tenantId, { ...draftOf(number), name: mark }, by)
    say(`vault ${vault.address}`)
    const points = [0, 1, 2].map((day) => pointOf({ ...place, vault: vault.address }, dayOf(day)))
    await store.dailyPoints.put(tenantId, points)
    say(`points ${vault.address}`)
  }
}

async function writeDays(): Promise<void> {
  for (let round = 0; ; round++) {
    const index = (Number(mark) + 1) * 1000 + round
    const reading = readingOf(place, dayOf(index), `${mark} ${'x'.repeat(2000)}`)
    await store.readings.put(tenantId, reading, null)
    say(`reading ${reading.day}`)
    const range = { from: reading.day, to: reading.day }
    const query = { ...place, range, withOtherChains: false, reason: mark }
    await store.derived.derive(tenantId, query, (readings) => ({
      snapshots: readings.map(({ day, digest }) => ({
        value: snapshotOf(place, day),
        basis: { day: digest },
        receipt: null,
      })),
      dailyPoints: readings.map(({ day, digest }) => ({
        value: pointOf(place, day),
        basis: { day: digest },
        receipt: digest,
      })),
      performances: [],
    }))
    say(`derived ${reading.day}`)
  }
}

await Promise.all([writeUsers(), writeTrees(), writeVaults(), writeDays()])
