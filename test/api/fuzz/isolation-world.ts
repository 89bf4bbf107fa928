import type { Store } from '@vaultwright/store'
import fc from 'fast-check'
import type { AppOptions } from '../../../packages/api/src/server/app.ts'
import {
  dayOf,
  draftOf,
  performanceOf,
  pointOf,
  rootOfNumber,
  snapshotOf,
  treeOf,
} from '../../support/store/store-fixture.ts'
import { seedLocalVault } from '../support/builder-world.ts'
import { dailyReceiptOf, derive, performanceReceiptOf } from '../support/explain-fixture.ts'
import { type Answered, makeKey, openTestApi, type TestApi, testActor } from '../support/harness.ts'
import {
  asks,
  cursorOf,
  type Dice,
  often,
  pick,
  places,
  planOf,
  type RequestPlan,
} from './isolation-request.ts'
import { type IsolatedAnswer, openSettler, type Seen } from './isolation-seen.ts'

const writes = [
  'vault',
  'local',
  'tree',
  'root',
  'snapshot',
  'day',
  'performance',
  'receipt',
] as const
const roles = ['admin', 'admin', 'viewer', 'admin', 'strategist', 'curator'] as const

/** Something that a tenant does: it asks, or its data are written. */
export type Act = {
  /** 0 is the tenant that is looked at. */
  readonly who: number
  readonly kind: (typeof writes)[number] | (typeof asks)[number]
  readonly dice: Dice
}

/** The act of the observed tenant in both worlds: a request has the other tenants' values in it by then. */
export type Step = { readonly act: Act; readonly plan: RequestPlan | null }

const number = fc.nat({ max: 59 })
const dice = fc.tuple(number, number, number, number)

/** Worlds of three tenants who do things in any order. */
export const worlds: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    who: fc.constantFrom(0, 0, 1, 2),
    // Much that is asked, and enough that is there.
    kind: fc.oneof(
      { arbitrary: fc.constantFrom(...asks), weight: 2 },
      { arbitrary: fc.constantFrom(...writes), weight: 1 },
    ),
    dice,
  }),
  { minLength: 10, maxLength: 60 },
)

/** In the end all look at everything, the observed one last: what others made any tenant keep is there then. */
const closing: readonly Act[] = [1, 2, 0].flatMap((who) =>
  asks.map((kind): Act => ({ who, kind, dice: [0, 0, 0, 1] })),
)

/** The mark in everything that a tenant has. */
export const markOf = (who: number): string => `mark-${'abc'[who]!.repeat(6)}`

type TenantUser = {
  readonly who: number
  readonly tenantId: string
  readonly keys: Readonly<Record<string, string>>
  readonly ids: { readonly user: string[]; readonly key: string[] }
  readonly cursors: Map<string, string>
}

/** Opens a fresh database whose clock is the test's. */
export type OpenStore = (nowUnix: () => bigint) => Promise<{
  readonly store: Store
  readonly drop: () => Promise<void>
}>

/** The setup of worlds: their database, and the way requests come to the service. */
export type IsolationSetup = {
  readonly open: OpenStore
  readonly connect: (api: TestApi) => Promise<Ask>
  readonly app?: AppOptions
}

/** Asks with a key. @returns the answers, for some ask more than once. */
export type Ask = (plan: RequestPlan, key: string) => Promise<readonly Answered[]>

/** Lets all tenants act. @returns what the first saw, and what it did. */
export async function runTogether(
  acts: readonly Act[],
  setup: IsolationSetup,
): Promise<{ readonly seen: readonly Seen[]; readonly steps: readonly Step[] }> {
  const steps: Step[] = []
  const views = await inWorld(setup, 3, async (world) => {
    for (const act of [...acts, ...closing]) {
      const user = world.users[act.who]!
      const otherUsers = world.users.filter(({ who }) => who !== act.who)
      const plan = isAsk(act)
        ? withOthers(planOf(act.kind, act.dice, markOf(act.who)), otherUsers)
        : null
      if (act.who === 0) {
        steps.push({ act, plan })
        world.tick()
      }
      const heard = await perform(world, user, { act, plan })
      if (act.who === 0) for (const answer of heard) world.look(answer)
    }
  })
  return { seen: views, steps }
}

/** Lets the first tenant act where no other is. @returns what it saw. */
export async function runAlone(
  steps: readonly Step[],
  setup: IsolationSetup,
): Promise<readonly Seen[]> {
  return inWorld(setup, 1, async (world) => {
    for (const step of steps) {
      world.tick()
      for (const answer of await perform(world, world.users[0]!, step)) world.look(answer)
    }
  })
}

type World = {
  readonly store: Store
  readonly ask: Ask
  readonly users: readonly TenantUser[]
  readonly tick: () => void
  readonly look: (heard: IsolatedAnswer) => void
}

async function inWorld(
  { open, connect, app = {} }: IsolationSetup,
  count: number,
  run: (world: World) => Promise<void>,
): Promise<readonly Seen[]> {
  let now = 1_800_000_000n
  const { store, drop } = await open(() => now)
  const api = await openTestApi({ store, now: () => now, app })
  const views: Seen[] = []
  const settle = openSettler()
  try {
    const users: TenantUser[] = []
    for (let who = 0; who < count; who++) users.push(await enter(api, who))
    await run({
      store,
      ask: await connect(api),
      users: users,
      tick: () => {
        now++
      },
      look: (heard) => views.push(settle(heard)),
    })
    return views
  } finally {
    await api.close()
    await store.close()
    await drop()
  }
}

async function enter({ store, tenant }: TestApi, who: number): Promise<TenantUser> {
  const { id: tenantId } =
    who === 0 ? tenant : await store.tenants.create({ name: markOf(who) }, testActor)
  const keys: Record<string, string> = {}
  for (const role of new Set(roles)) {
    const draft = { name: `${markOf(who)} ${role}`, role, description: markOf(who) }
    keys[role] = (await makeKey(store, tenantId, draft)).text
  }
  await store.vaults.put(tenantId, { ...draftOf(1), name: markOf(who) }, testActor)
  const user = { who, tenantId, keys, ids: { user: [], key: [] }, cursors: new Map() }
  for (const kind of writes) await write(store, user, { who, kind, dice: [0, 0, 0, 0] })
  return user
}

function isAsk(act: Act): act is Act & { readonly kind: (typeof asks)[number] } {
  return (asks as readonly string[]).includes(act.kind)
}

async function perform(
  { store, ask }: World,
  user: TenantUser,
  { act, plan }: Step,
): Promise<readonly IsolatedAnswer[]> {
  if (plan === null) {
    // What is refused is refused in both worlds.
    await write(store, user, act).catch(() => {})
    return []
  }
  const ownRequest = withOwn(plan, user)
  const answers = await ask(ownRequest, user.keys[pick(roles, act.dice[1] + act.dice[3])]!)
  for (const answered of answers) remember(user, act, answered)
  return answers.map((answered) => ({ asked: `${ownRequest.method} ${ownRequest.path}`, answered }))
}

function remember({ ids, cursors }: TenantUser, { kind }: Act, { body }: Answered): void {
  if (kind === 'createUser' && body?.data?.id !== undefined) ids.user.push(body.data.id)
  if (kind === 'createKey' && body?.data?.id !== undefined) ids.key.push(body.data.id)
  const next = body?.page?.next_cursor
  if (typeof next === 'string' && kind in cursorOf) cursors.set(kind, next)
}

async function write(
  store: Store,
  { who, tenantId }: TenantUser,
  { kind, dice }: Act,
): Promise<void> {
  const [first, two, three, four] = dice
  const mark = markOf(who)
  const vault = often(places.vaults.slice(0, 3), two)
  const place = { chain: often(['base', 'ethereum'], first), vault }
  const strategist = often(places.strategists, three)
  const day = dayOf(four % 6)
  if (kind === 'vault') {
    await store.vaults.put(tenantId, { ...draftOf((two % 3) + 1), name: mark }, testActor)
  } else if (kind === 'local') await seedLocalVault(store, tenantId)
  else if (kind === 'tree') {
    const file = treeOf((four % 3) + 1, mark)
    await store.trees.push(tenantId, { ...place, strategist, file }, testActor)
  } else if (kind === 'root') {
    const root = often([...places.roots, rootOfNumber(8)], four)
    const eventPlace = {
      atUnix: BigInt(three),
      block: BigInt(first + four),
      logIndex: two,
      txHash: null,
    }
    await store.roots.set(tenantId, { ...place, strategist, root, ...eventPlace })
  } else if (kind === 'snapshot') {
    const positions = [{ protocol: mark, asset: 'USDC', balance: `${three}` }]
    await store.snapshots.put(tenantId, { ...snapshotOf(place, day, `${three}.5`), positions })
  } else if (kind === 'day') {
    await store.dailyPoints.put(tenantId, [pointOf(place, day, `${three}.25`)])
  } else if (kind === 'performance') {
    await store.performances.put(tenantId, performanceOf(place, day, `0.${three + 1}`))
  } else {
    const point = pointOf(place, day, `${three}.75`)
    const performance = performanceOf(place, day, `0.${three + 1}`)
    await derive(store, tenantId, place, {
      dailyPoints: [{ value: point, receipt: dailyReceiptOf(point, mark) }],
      performances: [{ value: performance, receipt: performanceReceiptOf(performance, mark) }],
    })
  }
}

/** Puts in what others have, which is text like any other from then on. */
function withOthers(plan: RequestPlan, others: readonly TenantUser[]): RequestPlan {
  return filled(plan, /\{other (\w+) (\w+)\}/g, (kind, which) => {
    const candidates = others.flatMap((other) => knownOf(other, kind, which) ?? [])
    return candidates[0] ?? 'nobody'
  })
}

function withOwn(plan: RequestPlan, user: TenantUser): RequestPlan {
  return filled(plan, /\{own (\w+) (\w+)\}/g, (kind, which) => knownOf(user, kind, which) ?? 'none')
}

function knownOf({ ids, cursors }: TenantUser, kind: string, which: string): string | null {
  if (kind === 'cursor') return cursors.get(which) ?? null
  const all = kind === 'user' ? ids.user : ids.key
  return all.length === 0 ? null : pick(all, Number(which))
}

function filled(
  { method, path, body }: RequestPlan,
  pattern: RegExp,
  valueIn: (kind: string, which: string) => string,
): RequestPlan {
  const fill = (text: string) =>
    text.replace(pattern, (_, kind: string, which: string) => valueIn(kind, which))
  if (body === undefined) return { method, path: fill(path) }
  return { method, path: fill(path), body: JSON.parse(fill(JSON.stringify(body))) }
}
