import {
  capabilityOf,
  guardedFunctions,
  type Selector,
  selectors,
} from '@vaultwright/access-control'
import type { Address, Hex } from '@vaultwright/base'
import { numberToHex } from 'viem'
import type { RealChain } from '../world/real-chain.ts'
import { attacker, callOf, isTried, leafOfPing, trials } from './attack-call.ts'
import { relay } from './attack-relay.ts'
import { type AttackSession, type AttackTerms, type Caller, openAttack } from './attack-session.ts'
import { growVoices } from './attack-voice.ts'
import { type BuiltControl, bitsOf } from './build.ts'
import { tools } from './tool-code.ts'

/** Seconds that each stage of an attack may take, well below any delay. */
const stageSeconds = 10_000

/**
 * Attacks contracts on a node by calls and transactions: whoever is let through takes what it can, until nothing new
 * opens, at each delay in turn. It shares no rule with the model. An account that was made to call a contract of the
 * attacker's choice sends what follows itself.
 *
 * @returns the delay at which each function was let through, by `contract selector`; nothing for what never was.
 */
export async function attackContracts(
  chain: RealChain,
  built: BuiltControl,
  terms: AttackTerms,
): Promise<ReadonlyMap<string, number>> {
  const session = openAttack(chain, built, terms)
  const { clock, reached } = session
  await chain.ask('evm_mine')
  const { timestamp } = (await chain.ask('eth_getBlockByNumber', 'latest', false)) as {
    timestamp: Hex
  }
  for (const [stage, delay] of terms.delays.entries()) {
    clock.now = delay
    if (stage > 0) {
      const time = BigInt(timestamp) + BigInt(delay + stage * stageSeconds)
      await chain.ask('evm_setNextBlockTimestamp', numberToHex(time))
      await chain.ask('evm_mine')
    }
    let before = stage === 0 ? 0 : clock.changes
    await growVoices(session)
    while (clock.changes !== before) {
      before = clock.changes
      await turnAuthorities(session)
      await grab(session)
      await relay(session)
      await growVoices(session)
    }
  }
  return reached
}

/** Makes keys, code and Safes that are an authority, or answer for a Safe, say yes. */
async function turnAuthorities(session: AttackSession): Promise<void> {
  const { chain, accounts, has, voices, masterOf, once, transact } = session
  const judges = new Set(
    [...accounts.values()].flatMap((account) =>
      account.kind === 'contract' || account.kind === 'authority' ? [account.auth.authority] : [],
    ),
  )
  for (const judge of judges) {
    const account = accounts.get(judge)
    if (account?.kind === 'safe') judges.add(account.fallbackHandler)
  }
  for (const judge of judges) {
    const kind = accounts.get(judge)?.kind
    const from = masterOf(judge)
    if ((kind === 'key' || kind === 'delegated') && has.has(judge)) {
      const code = `0xef0100${tools.yes.slice(2)}`
      await once(`lend ${judge}`, () => chain.ask('anvil_setCode', judge, code))
    } else if ((kind === 'unknown' || kind === 'delegated') && from !== undefined) {
      const data = callOf('setAnswer(bool)', true)
      await once(`answer ${judge}`, () => transact({ from, to: judge, data }))
    } else if (kind === 'safe' && voices.has(judge)) {
      const data = callOf('setFallbackHandler(address)', tools.yes)
      await once(`handle ${judge}`, () => transact({ from: judge, to: judge, data }))
    }
  }
}

/** Tries every function by every caller, and takes for good what opens more. */
async function grab(session: AttackSession): Promise<void> {
  const { rows, isDone, callersOf, ask, note } = session
  const trialRows = rows
    .filter(([target, each]) => isTried(each) && !isDone(target) && !isDone(`${target} ${each}`))
    .flatMap(([target, selector]) =>
      callersOf(target).map((caller) => ({ target, selector, caller })),
    )
  const isLet = await ask(
    trialRows.map(({ selector, caller }) => caller.send(trials[selector]!)),
    false,
  )
  const openings = new Map<string, (typeof trialRows)[number]>()
  for (const [index, row] of trialRows.entries()) {
    const id = `${row.target} ${row.selector}`
    if (isLet[index] && !openings.has(id)) openings.set(id, row)
  }
  for (const opening of openings.values()) {
    note(opening.target, opening.selector)
    await takeFrom(session, opening)
  }
}

const takenOnce: ReadonlySet<Selector> = new Set([
  selectors.setAuthority,
  selectors.transferOwnership,
  selectors.allowBufferHelper,
  selectors.setDepositBufferHelper,
  selectors.setWithdrawBufferHelper,
  selectors.unpause,
])

type Opening = { readonly target: Address; readonly selector: Selector; readonly caller: Caller }

async function takeFrom(session: AttackSession, opening: Opening): Promise<void> {
  const { accounts, callersOf, once, transact } = session
  const { target, selector, caller } = opening
  const id = `${target} ${selector}`
  if (selector === selectors.setManageRoot) {
    for (const { by } of callersOf(target)) {
      const data = callOf('setManageRoot(address,bytes32)', by, leafOfPing)
      await once(`${id} ${by}`, () => transact(caller.send(data)))
    }
  } else if (takenOnce.has(selector)) {
    await once(id, () => transact(caller.send(trials[selector]!)))
  } else {
    const isAuthority = accounts.get(target)?.kind === 'authority'
    await once(id, async () => (isAuthority ? openAuthority(session, opening) : true))
  }
}

/** Gives roles, capabilities and public functions: everything that the attack tries, or that a deposit needs. */
async function openAuthority(
  { accounts, rows, transact }: AttackSession,
  { target: authority, selector, caller }: Opening,
): Promise<true> {
  const account = accounts.get(authority)
  if (account?.kind !== 'authority') throw new Error(`${authority} is no authority.`)
  const run = (signature: string, ...args: readonly unknown[]) =>
    transact(caller.send(callOf(signature, ...args)))
  const capabilities = [...account.capabilities.values()].reduce((sum, bits) => sum | bits, 0n)
  const givenRoles = new Set([0, ...bitsOf(capabilities)])
  const heldRoles = new Set([
    0,
    ...[...account.roles.values()].flatMap((bits) => bitsOf(bits).slice(0, 1)),
  ])
  const isGuarded = (address: Address) =>
    ['contract', 'authority'].includes(accounts.get(address)!.kind)
  const contracts = [...accounts.keys()].filter(isGuarded)
  if (selector === selectors.setUserRole) {
    for (const user of [attacker, ...contracts])
      for (const bit of givenRoles) await run('setUserRole(address,uint8,bool)', user, bit, true)
    return true
  }
  const exits = contracts.map((contract) => [contract, exit] as const)
  for (const [target, each] of [...rows, ...exits]) {
    if (selector === selectors.setPublicCapability)
      await run('setPublicCapability(address,bytes4,bool)', target, each, true)
    else {
      const bits = account.capabilities.get(capabilityOf(target, each)) ?? 0n
      for (const bit of heldRoles)
        if ((bits >> BigInt(bit)) % 2n === 0n)
          await run('setRoleCapability(uint8,address,bytes4,bool)', bit, target, each, true)
    }
  }
  return true
}

const exit = guardedFunctions.vault['exit(address,address,uint256,address,uint256)']
