import { type Address, zeroAddress } from '@vaultwright/base'
import { describe, expect, test } from 'vitest'
import { addressNamed } from '../../../../test/support/evm/control/random-state.ts'
import type { ActName } from '../act/catalogue.ts'
import { guardedFunctions, selectors, selectorsNamed } from '../model/guarded-function.ts'
import {
  type ControlAccount,
  type ControlAuth,
  type ControlPart,
  capabilityOf,
  type Selector,
} from '../model/state.ts'
import { solveControl } from './control-answer.ts'

const named = addressNamed
const vault = named('vault')
const manager = named('manager')
const authority = named('roles')
const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(named) as [Address, Address, Address]

type Rows = {
  readonly roles?: readonly (readonly [Address, number])[]
  readonly capabilities?: readonly (readonly [Address, Selector, number])[]
  readonly open?: readonly (readonly [Address, Selector])[]
  readonly auth?: ControlAuth
  readonly isComplete?: boolean
}

const closedAuth = { owner: zeroAddress, authority }
const key = { kind: 'key', isUnused: false } as const
const bits = (role: number) => 1n << BigInt(role)

const rolesOf = ({ roles = [], capabilities = [], open = [], ...terms }: Rows): ControlAccount => {
  const byUser = new Map<Address, bigint>()
  for (const [user, role] of roles) byUser.set(user, (byUser.get(user) ?? 0n) | bits(role))
  return {
    kind: 'authority',
    auth: terms.auth ?? { owner: zeroAddress, authority: zeroAddress },
    roles: byUser,
    capabilities: new Map(
      capabilities.map(([target, selector, role]) => [capabilityOf(target, selector), bits(role)]),
    ),
    open: new Set(open.map(([target, selector]) => capabilityOf(target, selector))),
    isComplete: terms.isComplete ?? true,
  }
}

const contractOf = (
  kind: keyof typeof guardedFunctions,
  part: ControlPart,
  auth: ControlAuth = closedAuth,
): ControlAccount => ({
  kind: 'contract',
  auth,
  part,
  functions: new Set(Object.values(guardedFunctions[kind])),
  isKnown: true,
})

const safeOf = (
  threshold: number,
  owners: readonly Address[],
  terms: Partial<Extract<ControlAccount, { kind: 'safe' }>> = {},
): ControlAccount => ({
  kind: 'safe',
  version: '1.4.1',
  threshold,
  owners,
  modules: [],
  fallbackHandler: zeroAddress,
  guard: zeroAddress,
  moduleGuard: zeroAddress,
  isComplete: true,
  ...terms,
})

const timelockOf = (
  minDelay: number,
  terms: Partial<Extract<ControlAccount, { kind: 'timelock' }>>,
): ControlAccount => ({
  kind: 'timelock',
  minDelay,
  admins: [],
  proposers: [],
  executors: [],
  cancellers: [],
  isComplete: true,
  ...terms,
})

/** A vault whose powers lie with one account by its role: setManageRoot and running are role 1, both manages role 2. */
const stateWith = (
  rows: Rows,
  accounts: Readonly<Record<Address, ControlAccount>> = {},
  { isPaused = false, strategists = [] as readonly Address[] } = {},
) =>
  new Map<Address, ControlAccount>([
    [alice, key],
    [bob, key],
    [carol, key],
    [vault, contractOf('vault', { of: 'vault' })],
    [manager, contractOf('manager', { of: 'manager', vault, isPaused, strategists })],
    [
      authority,
      rolesOf({
        ...rows,
        roles: [[manager, 2], ...(rows.roles ?? [])],
        capabilities: [
          [vault, selectors.manage, 2],
          [manager, selectors.setManageRoot, 1],
          [manager, selectors.manageVault, 1],
          ...(rows.capabilities ?? []),
        ],
      }),
    ],
    ...(Object.entries(accounts) as [Address, ControlAccount][]),
  ])

/** An act's answer in short: keys and delay of each cut, `possible` where unknown code makes it fewer. */
const shortOf = (
  state: ReturnType<typeof stateWith>,
  act: ActName,
  target: Address = act === 'set_root' ? manager : vault,
): string => {
  const row = solveControl(state).acts.find((each) => each.act === act && each.target === target)!
  const cuts = row.cuts!.map(({ delay, leastKeys, possibleKeys }) => {
    const keys =
      leastKeys === possibleKeys
        ? `${leastKeys}`
        : `${leastKeys ?? 'none'}, possibly ${possibleKeys}`
    return `${keys} at ${delay}`
  })
  return cuts.length === 0 ? 'none' : cuts.join('; ')
}

describe('owner and authority', () => {
  test('golden: both zero is none', () => {
    const state = stateWith({})
    state.set(
      vault,
      contractOf('vault', { of: 'vault' }, { owner: zeroAddress, authority: zeroAddress }),
    )
    expect(shortOf(state, 'manage_freely')).toBe('none')
    expect(shortOf(state, 'change_authority')).toBe('none')
  })

  test('golden: an authority without code closes a contract, but its owner gets out', () => {
    const state = stateWith({}, { [named('dead')]: contractOf('deployer', { of: 'deployer' }) })
    const dead = { authority: named('dead') }
    state.set(vault, contractOf('vault', { of: 'vault' }, { ...dead, owner: zeroAddress }))
    expect(shortOf(state, 'manage_freely')).toBe('none')
    state.set(vault, contractOf('vault', { of: 'vault' }, { ...dead, owner: alice }))
    expect(shortOf(state, 'manage_freely')).toBe('1 at 0')
  })

  test('golden: a key as authority has everything: it lends its account code that says yes', () => {
    const state = stateWith({})
    state.set(vault, contractOf('vault', { of: 'vault' }, { owner: zeroAddress, authority: bob }))
    expect(shortOf(state, 'manage_freely')).toBe('1 at 0')
  })

  test('golden: an authority that is its own authority gives what its own roles give', () => {
    const auth = { owner: zeroAddress, authority }
    expect(shortOf(stateWith({ auth }), 'mint')).toBe('none')
    const grants: Rows = {
      auth,
      roles: [[alice, 8]],
      capabilities: [[authority, selectors.setUserRole, 8]],
    }
    // No role may mint, and setUserRole alone makes none that may; managing has a role.
    expect(shortOf(stateWith(grants), 'mint')).toBe('none')
    expect(shortOf(stateWith(grants), 'manage_freely')).toBe('1 at 0')
    const both: Rows = {
      auth,
      roles: [[alice, 8]],
      capabilities: [
        [authority, selectors.setUserRole, 8],
        [authority, selectors.setRoleCapability, 8],
      ],
    }
    expect(shortOf(stateWith(both), 'mint')).toBe('1 at 0')
  })

  test('golden: an authority that the vault owns is taken by who manages the vault', () => {
    const state = stateWith({ roles: [[alice, 1]], auth: { owner: vault, authority: zeroAddress } })
    expect(shortOf(state, 'mint')).toBe('1 at 0')
  })
})

describe('roles and capabilities', () => {
  test('golden: role 255', () => {
    const rows: Rows = { roles: [[alice, 255]], capabilities: [[vault, selectors.enter, 255]] }
    expect(shortOf(stateWith(rows), 'mint')).toBe('1 at 0')
  })

  test('golden: each overload of manage is a way of its own', () => {
    const rows: Rows = { roles: [[alice, 9]], capabilities: [[vault, selectors.manageBatch, 9]] }
    expect(shortOf(stateWith(rows), 'manage_freely')).toBe('1 at 0')
  })

  test('golden: a public enter is anybody', () => {
    expect(shortOf(stateWith({ open: [[vault, selectors.enter]] }), 'mint')).toBe('0 at 0')
  })

  test('golden: a list of roles that is not complete is unknown code that may do everything', () => {
    const state = stateWith({ roles: [[alice, 1]], isComplete: false })
    expect(shortOf(state, 'manage_freely')).toBe('1, possibly 0 at 0')
  })
})

describe('the Manager', () => {
  test('golden: a root without a role is none, a role without a root is no strategist', () => {
    const terms = { strategists: [alice] }
    expect(shortOf(stateWith({}, {}, terms), 'manage_by_root', manager)).toBe('none')
    const rows: Rows = { roles: [[bob, 1]] }
    const acts = solveControl(stateWith(rows, {}, terms)).acts
    expect(acts.filter(({ act }) => act === 'manage_by_root').map((row) => row.strategist)).toEqual(
      [alice],
    )
  })

  test('golden: a pause counts only if those who manage cannot end it', () => {
    const rows: Rows = {
      roles: [
        [alice, 1],
        [bob, 5],
      ],
      capabilities: [[manager, selectors.unpause, 5]],
    }
    expect(shortOf(stateWith(rows, {}, { isPaused: true }), 'manage_freely')).toBe('2 at 0')
    expect(shortOf(stateWith(rows), 'manage_freely')).toBe('1 at 0')
    const closed: Rows = { roles: [[alice, 1]] }
    expect(shortOf(stateWith(closed, {}, { isPaused: true }), 'manage_freely')).toBe('none')
  })
})

describe('Safes', () => {
  const safe = named('safe')
  const inner = named('inner')
  const rows: Rows = { roles: [[safe, 1]] }

  test('golden: a Safe that was never set up is anybody', () => {
    expect(shortOf(stateWith(rows, { [safe]: safeOf(0, []) }), 'set_root')).toBe('0 at 0')
  })

  test('golden: Safes that own each other give nothing, and a key among them its part', () => {
    const ring = { [safe]: safeOf(1, [inner]), [inner]: safeOf(1, [safe]) }
    expect(shortOf(stateWith(rows, ring), 'set_root')).toBe('none')
    const opened = { [safe]: safeOf(2, [inner, alice]), [inner]: safeOf(1, [safe, bob]) }
    expect(shortOf(stateWith(rows, opened), 'set_root')).toBe('2 at 0')
  })

  test('golden: an owner of two Safes is one key', () => {
    const nested = {
      [safe]: safeOf(2, [inner, alice]),
      [inner]: safeOf(1, [alice, bob]),
    }
    expect(shortOf(stateWith(rows, nested), 'set_root')).toBe('1 at 0')
  })

  test('golden: a module needs no signature, and a guard does not protect', () => {
    const terms = { modules: [carol], guard: named('guard'), moduleGuard: named('guard') }
    expect(shortOf(stateWith(rows, { [safe]: safeOf(2, [alice, bob], terms) }), 'set_root')).toBe(
      '1 at 0',
    )
  })

  test('golden: a hidden entry is unknown code, never left out', () => {
    const hidden = safeOf(2, [alice, bob], { isComplete: false })
    expect(shortOf(stateWith(rows, { [safe]: hidden }), 'set_root')).toBe('2, possibly 0 at 0')
  })

  test('golden: an unknown singleton is unknown code', () => {
    const state = stateWith(rows, { [safe]: { kind: 'unknown', codeHash: null } })
    expect(shortOf(state, 'set_root')).toBe('none, possibly 0 at 0')
  })

  test('golden: a fallback handler that the Safe has power over is anybody', () => {
    const handled = safeOf(2, [alice, bob], { fallbackHandler: manager })
    expect(shortOf(stateWith(rows, { [safe]: handled }), 'set_root')).toBe('0 at 0')
  })

  test('golden: a Safe as authority answers by its fallback handler', () => {
    const judged = (
      fallbackHandler: Address,
      accounts: Readonly<Record<Address, ControlAccount>> = {},
    ) =>
      shortOf(
        stateWith(
          { ...rows, roles: [[alice, 1]] },
          {
            [safe]: safeOf(2, [bob, carol], { fallbackHandler }),
            [manager]: contractOf(
              'manager',
              { of: 'manager', vault, isPaused: false, strategists: [] },
              { owner: zeroAddress, authority: safe },
            ),
            ...accounts,
          },
        ),
        'set_root',
      )
    // Two owners exchange the handler, or what it is asks one key.
    expect(judged(zeroAddress)).toBe('2 at 0')
    expect(judged(authority)).toBe('1 at 0')
    expect(judged(alice)).toBe('1 at 0')
    expect(judged(named('handler'))).toBe('2, possibly 0 at 0')
    expect(judged(inner, { [inner]: safeOf(1, [bob], { fallbackHandler: safe }) })).toBe('1 at 0')
  })
})

describe('timelocks', () => {
  const lock = named('lock')
  const rows: Rows = { roles: [[lock, 1]] }
  const setRoot = (account: ControlAccount) =>
    shortOf(stateWith(rows, { [lock]: account }), 'set_root')

  test('golden: a delay of zero protects nothing, and an open executor needs no second key', () => {
    expect(setRoot(timelockOf(0, { proposers: [alice], executors: [bob] }))).toBe('2 at 0')
    expect(setRoot(timelockOf(0, { proposers: [alice], executors: [zeroAddress] }))).toBe('1 at 0')
    expect(setRoot(timelockOf(86400, { proposers: [alice], executors: [zeroAddress] }))).toBe(
      '1 at 86400',
    )
  })

  test('golden: an extra admin proposes and executes', () => {
    expect(setRoot(timelockOf(60, { proposers: [alice], executors: [bob], admins: [carol] }))).toBe(
      '1 at 60',
    )
  })

  test('golden: a timelock that proposes to itself is none', () => {
    const itself = { proposers: [lock], executors: [zeroAddress], admins: [lock] }
    expect(setRoot(timelockOf(60, itself))).toBe('none')
  })

  test('golden: the delays of timelocks in a row add up', () => {
    const second = named('second')
    const accounts = {
      [lock]: timelockOf(60, { proposers: [second], executors: [zeroAddress] }),
      [second]: timelockOf(3600, { proposers: [alice], executors: [zeroAddress] }),
    }
    expect(shortOf(stateWith(rows, accounts), 'set_root')).toBe('1 at 3660')
  })
})

describe('keys that lend their account code (EIP-7702)', () => {
  const lent = named('lent')
  const rows: Rows = { roles: [[lent, 1]] }
  const setRoot = (opening: 'key_only' | 'anybody' | 'unknown') =>
    shortOf(
      stateWith(rows, { [lent]: { kind: 'delegated', delegate: named('code'), opening } }),
      'set_root',
    )

  test('golden: code for the key alone, for anybody, and not known', () => {
    expect(setRoot('key_only')).toBe('1 at 0')
    expect(setRoot('anybody')).toBe('0 at 0')
    expect(setRoot('unknown')).toBe('1, possibly 0 at 0')
  })
})

describe('relays', () => {
  test('golden: who runs bundleTxs has the powers of the deployer', () => {
    const deployer = named('deployer')
    const rows: Rows = {
      roles: [
        [deployer, 1],
        [alice, 3],
      ],
      capabilities: [[deployer, selectors.bundleTxs, 3]],
    }
    const accounts = { [deployer]: contractOf('deployer', { of: 'deployer' }) }
    expect(shortOf(stateWith(rows, accounts), 'set_root')).toBe('1 at 0')
  })

  test('golden: a drone obeys the vault, an open multicall anybody', () => {
    const relay = named('relay')
    const rows: Rows = {
      roles: [
        [relay, 1],
        [alice, 2],
      ],
    }
    expect(
      shortOf(stateWith(rows, { [relay]: { kind: 'forwarder', by: vault } }), 'set_root'),
    ).toBe('1 at 0')
    expect(shortOf(stateWith(rows, { [relay]: { kind: 'forwarder', by: null } }), 'set_root')).toBe(
      '0 at 0',
    )
  })

  test('golden: a teller with buffers manages the vault without a root', () => {
    const teller = named('teller')
    const rows: Rows = {
      roles: [
        [teller, 4],
        [alice, 20],
      ],
      capabilities: [
        [vault, selectors.manageBatch, 4],
        [teller, selectors.allowBufferHelper, 20],
        [teller, selectors.setDepositBufferHelper, 20],
      ],
      open: [[teller, '0x8b6099db']],
    }
    const account = contractOf('teller', { of: 'teller', vault, isPaused: false })
    expect(shortOf(stateWith(rows, { [teller]: account }), 'manage_freely')).toBe('1 at 0')
    const paused = contractOf('teller', { of: 'teller', vault, isPaused: true })
    expect(shortOf(stateWith(rows, { [teller]: paused }), 'manage_freely')).toBe('none')
  })

  test('golden: a proxy obeys who owns its admin', () => {
    const admin = named('admin')
    const behind = contractOf('vault', { of: 'vault' }) as Extract<
      ControlAccount,
      { kind: 'contract' }
    >
    const state = stateWith(
      {},
      {
        [vault]: { kind: 'proxy', admin, behind },
        [admin]: contractOf(
          'proxy_admin',
          { of: 'proxy_admin' },
          { owner: alice, authority: zeroAddress },
        ),
      },
    )
    expect(shortOf(state, 'mint')).toBe('1 at 0')
    expect(shortOf(state, 'upgrade')).toBe('1 at 0')
  })

  test('golden: a solver solves and trades for whoever may ask it to, on its own queue', () => {
    const [solver, queue, secondQueue, teller] = ['solver', 'queue', 'second queue', 'teller'].map(
      named,
    ) as [Address, Address, Address, Address]
    const rows: Rows = {
      roles: [
        [solver, 30],
        [alice, 31],
      ],
      capabilities: [
        [queue, selectors.solveOnChainWithdraws, 30],
        [secondQueue, selectors.solveOnChainWithdraws, 30],
        [teller, selectors.bulkDeposit, 30],
        ...selectorsNamed('solver', ['boringRedeemSolve']).map(
          (selector) => [solver, selector, 31] as const,
        ),
      ],
    }
    const accounts = {
      [solver]: contractOf('solver', { of: 'solver', queue }),
      [queue]: contractOf('queue', { of: 'queue' }),
      [secondQueue]: contractOf('queue', { of: 'queue' }),
      [teller]: contractOf('teller', { of: 'teller', vault, isPaused: false }),
    }
    const state = stateWith(rows, accounts)
    expect(shortOf(state, 'queue_solve', queue)).toBe('1 at 0')
    expect(shortOf(state, 'queue_solve', secondQueue)).toBe('none')
    expect(shortOf(state, 'run_teller', teller)).toBe('1 at 0')
    const { path } = solveControl(state).acts.find(({ act }) => act === 'queue_solve')!
    expect(path.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['key', alice],
      ['role', alice],
      ['solve', solver],
      ['role', solver],
    ])
    const unasked = stateWith({ ...rows, roles: [[solver, 30]] }, accounts)
    expect(shortOf(unasked, 'queue_solve', queue)).toBe('none')
  })

  test('golden: updating the rate and ending the pause together set any rate', () => {
    const accountant = named('accountant')
    const rows: Rows = {
      roles: [
        [alice, 11],
        [bob, 5],
      ],
      capabilities: [
        [accountant, '0x3458113d', 11],
        [accountant, selectors.unpause, 5],
      ],
    }
    const accounts = { [accountant]: contractOf('accountant', { of: 'accountant' }) }
    expect(shortOf(stateWith(rows, accounts), 'set_rate', accountant)).toBe('1 at 0')
    expect(shortOf(stateWith(rows, accounts), 'set_any_rate', accountant)).toBe('2 at 0')
    const same: Rows = {
      ...rows,
      roles: [
        [alice, 11],
        [alice, 5],
      ],
    }
    expect(shortOf(stateWith(same, accounts), 'set_any_rate', accountant)).toBe('1 at 0')
  })
})

describe('the Pauser', () => {
  const pauser = named('pauser')
  const refusing = named('refusing')
  const rows = (more: Rows['capabilities'] = []): Rows => ({
    roles: [
      [pauser, 6],
      [alice, 7],
    ],
    capabilities: [[manager, selectors.pause, 6], [pauser, '0x595c6a67', 7], ...(more ?? [])],
  })
  const pausers = (
    pausables: readonly Address[],
    senders: readonly (readonly [Address, Address])[] = [],
  ) => ({
    [pauser]: contractOf('pauser', { of: 'pauser', pausables, senders: new Map(senders) }),
    [refusing]: contractOf('queue', { of: 'queue' }),
  })

  test('golden: one listed contract that refuses stops the round, unless it is taken off the list', () => {
    const round = (pausables: readonly Address[], more?: Rows['capabilities']) =>
      shortOf(stateWith(rows(more), pausers(pausables)), 'pause', manager)
    expect(round([manager])).toBe('1 at 0')
    expect(round([manager, refusing])).toBe('none')
    expect(round([manager, refusing], [[pauser, selectors.removePausable, 7]])).toBe('1 at 0')
    // Nobody knows whether code that is not known refuses.
    expect(round([manager, named('unknown')])).toBe('none, possibly 1 at 0')
  })

  test('golden: a sender pauses the contract that it is mapped to', () => {
    const state = stateWith(
      {
        ...rows([[pauser, '0x82c6321f', 9]]),
        roles: [
          [pauser, 6],
          [bob, 9],
        ],
      },
      pausers([], [[bob, manager]]),
    )
    expect(shortOf(state, 'pause', manager)).toBe('1 at 0')
    expect(shortOf(state, 'pause', refusing)).toBe('none')
  })
})
