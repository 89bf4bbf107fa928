import { type ControlAccount, selectors } from '@vaultwright/access-control'
import type { Address } from '@vaultwright/base'
import { callOf, flows, manageRun } from './attack-call.ts'
import { type AttackSession, hasPinged } from './attack-session.ts'
import { tools } from './tool-code.ts'

type Part = Extract<ControlAccount, { kind: 'contract' }>['part']

/** Makes contracts pass on what only they may do: a Manager, a teller with buffers, a Pauser. */
export async function relay(session: AttackSession): Promise<void> {
  for (const [address, account] of session.accounts) {
    if (account.kind !== 'contract' || session.isDone(address)) continue
    const { part } = account
    if (part.of === 'manager') await manageThrough(session, address, part.vault)
    if (part.of === 'teller') await flowThrough(session, address, part.vault)
    if (part.of === 'pauser') await pauseThrough(session, address, part)
  }
}

async function manageThrough(
  { reached, reach, note, obeys }: AttackSession,
  manager: Address,
  vault: Address,
): Promise<void> {
  if (reached.has(`${vault} ${selectors.manage}`)) return
  const data = callOf(manageRun, [[]], [tools.decoder], [tools.ping], ['0x00000000'], [0n])
  if (!hasPinged(await reach(manager, data), vault)) return
  note(vault, selectors.manage)
  obeys(vault)
}

async function flowThrough(
  { reached, callersOf, ask, transact, note, obeys }: AttackSession,
  teller: Address,
  vault: Address,
): Promise<void> {
  if (reached.has(`${vault} ${selectors.manageBatch}`)) return
  for (const data of flows) {
    const calls = callersOf(teller).map(({ send }) => send(data))
    const isLet = await ask(calls, true)
    for (const [index, call] of calls.entries()) {
      if (!isLet[index] || !hasPinged(await transact(call), vault)) continue
      note(vault, selectors.manageBatch)
      obeys(vault)
    }
  }
}

async function pauseThrough(
  session: AttackSession,
  pauser: Address,
  part: Extract<Part, { of: 'pauser' }>,
): Promise<void> {
  const { rows, reached, isDone, note, once, transact } = session
  for (const [target, selector] of rows) {
    if (selector !== selectors.pause && selector !== selectors.unpause) continue
    const id = `${target} ${selector}`
    if (reached.has(id) && isDone(id)) continue
    const verb = selector === selectors.pause ? 'pause' : 'unpause'
    if (!(await isPaused(session, { pauser, part, target, verb }))) continue
    note(target, selector)
    // The Pauser was let through: the end of a pause is made once more, for good.
    const data = callOf('unpause()')
    await once(id, async () =>
      verb === 'pause' ? true : transact({ from: pauser, to: target, data }),
    )
  }
}

type Pausing = {
  readonly pauser: Address
  readonly part: Extract<Part, { of: 'pauser' }>
  readonly target: Address
  readonly verb: 'pause' | 'unpause'
}

/** Tells whether a Pauser can be made to pause a contract: alone, in a round, or for its sender. */
async function isPaused(session: AttackSession, pausing: Pausing): Promise<boolean> {
  const { chain, ask, callersOf, findCaller } = session
  const { pauser, part, target, verb } = pausing
  for (const data of [
    callOf(`${verb}Single(address)`, target),
    callOf(`${verb}Multiple(address[])`, [target]),
    ...(part.pausables.includes(target) ? [callOf(`${verb}All()`)] : []),
  ])
    if ((await findCaller(pauser, data)) !== null) return true
  const senders = callersOf(pauser).filter(({ by }) => part.senders.get(by) === target)
  const isLet = await ask(
    senders.map(({ send }) => send(bySender(verb))),
    true,
  )
  if (isLet.includes(true)) return true
  // The list and the map are changed only on trial.
  const snapshot = await chain.ask('evm_snapshot')
  const isOpened = (await isMapped(session, pausing)) || (await isListed(session, pausing))
  await chain.ask('evm_revert', snapshot)
  return isOpened
}

async function isMapped(
  { callersOf, reach, ask }: AttackSession,
  { pauser, target, verb }: Pausing,
): Promise<boolean> {
  for (const { by, send } of callersOf(pauser)) {
    const map = callOf('updateSenderToPausable(address,address)', by, target)
    if ((await reach(pauser, map)) === null) return false
    if ((await ask([send(bySender(verb))], true))[0]) return true
  }
  return false
}

async function isListed(
  { reach, findCaller }: AttackSession,
  { pauser, part, target, verb }: Pausing,
): Promise<boolean> {
  const round = callOf(`${verb}All()`)
  let list = [...part.pausables]
  if (!list.includes(target)) {
    if ((await reach(pauser, callOf('addPausable(address)', target))) === null) return false
    list.push(target)
  }
  for (;;) {
    if ((await findCaller(pauser, round)) !== null) return true
    const index = list.findIndex((each) => each !== target)
    if (index < 0) return false
    if ((await reach(pauser, callOf('removePausable(uint256)', BigInt(index)))) === null)
      return false
    // The last entry takes the place of the removed one.
    list = list.with(index, list.at(-1)!).slice(0, -1)
  }
}

function bySender(verb: Pausing['verb']) {
  return callOf(verb === 'pause' ? 'senderPause()' : 'senderUnpause()')
}
