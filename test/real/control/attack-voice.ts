import type { UnproxiedAccount } from '@vaultwright/access-control'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { concatHex, keccak256, padHex, toHex } from 'viem'
import { attacker, callOf } from './attack-call.ts'
import { type AttackSession, hasPinged } from './attack-session.ts'
import { throughAnything, tools } from './tool-code.ts'

const noWord: Hex = `0x${'0'.repeat(64)}`
const droneFlag = keccak256(toHex('DroneLib.target'))
const safeTerms = 'address,uint256,bytes,uint8,uint256,uint256,uint256,address,address'
const forwardPing = callOf('forward(address,bytes)', tools.ping, '0x')

/** Makes every account that can be made to call `ping` do so: from then on it sends what the attacker wants. */
export async function growVoices(session: AttackSession): Promise<void> {
  const { state, accounts, voices, rows, reach, transact, note, obeys } = session
  for (const [proxy, account] of state) {
    if (account.kind !== 'proxy' || session.isDone(proxy)) continue
    const upgrade = callOf('upgradeAndCall(address,address,bytes)', proxy, tools.anything, '0x')
    await session.once(proxy, () => reach(account.admin, upgrade))
    if (!session.isDone(proxy)) continue
    const data = throughAnything(tools.ping, '0x')
    if (!hasPinged(await transact({ from: attacker, to: proxy, data }), proxy))
      throw new Error(`${proxy} does not forward.`)
    obeys(proxy)
    for (const [target, selector] of rows) if (target === proxy) note(target, selector)
  }
  for (const [address, account] of accounts)
    if (!voices.has(address) && (await isHeard(session, address, account))) obeys(address)
}

/** Makes an account call `ping`. */
async function isHeard(
  session: AttackSession,
  address: Address,
  account: UnproxiedAccount,
): Promise<boolean> {
  const { masterOf, transact, callersOf, reach } = session
  switch (account.kind) {
    case 'delegated':
    case 'unknown': {
      const isOpen = account.kind === 'delegated' && account.opening === 'anybody'
      const from = isOpen ? attacker : masterOf(address)
      if (from === undefined) return false
      return hasPinged(await transact({ from, to: address, data: forwardPing }), address)
    }
    case 'forwarder': {
      const { by } = account
      if (by === null)
        return hasPinged(
          await transact({ from: attacker, to: address, data: forwardPing }),
          address,
        )
      const caller = callersOf(address).find((each) => each.by === by)
      const data = concatHex([padHex('0x', { size: 36 }), tools.ping, droneFlag])
      return caller !== undefined && hasPinged(await transact(caller.send(data)), address)
    }
    case 'safe':
      return (
        (await isModuleHeard(session, address, account)) ||
        (await areOwnersHeard(session, address, account))
      )
    case 'timelock':
      return isTimelockHeard(session, address, account)
    case 'contract': {
      const bundle = 'bundleTxs((address target,bytes data,uint256 value)[] txs)'
      const calls: Readonly<Record<string, readonly Hex[]>> = {
        deployer: [callOf(bundle, [{ target: tools.ping, data: '0x', value: 0n }])],
        vault: [
          callOf('manage(address,bytes,uint256)', tools.ping, '0x', 0n),
          callOf('manage(address[],bytes[],uint256[])', [tools.ping], ['0x'], [0n]),
        ],
      }
      for (const data of calls[account.part.of] ?? [])
        if (hasPinged(await reach(address, data), address)) return true
      return false
    }
    default:
      return false
  }
}

const pingTerms = [tools.ping, 0n, '0x', 0] as const

async function isModuleHeard(
  { masterOf, callersOf, transact }: AttackSession,
  safe: Address,
  { modules }: Extract<UnproxiedAccount, { kind: 'safe' }>,
): Promise<boolean> {
  const data = callOf('execTransactionFromModule(address,uint256,bytes,uint8)', ...pingTerms)
  // A module that no list has is the key that the hidden entry is.
  const hidden = masterOf(safe)
  const calls = callersOf(safe)
    .filter(({ by }) => modules.includes(by))
    .map(({ send }) => send(data))
  if (hidden !== undefined) calls.push({ from: hidden, to: safe, data })
  for (const call of calls) if (hasPinged(await transact(call), safe)) return true
  return false
}

async function areOwnersHeard(
  { chain, callersOf, transact }: AttackSession,
  safe: Address,
  account: Extract<UnproxiedAccount, { kind: 'safe' }>,
): Promise<boolean> {
  let { owners, threshold } = account
  if (threshold === 0) {
    const setup = 'setup(address[],uint256,address,bytes,address,address,uint256,address)'
    const terms = [zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress]
    await transact({ from: attacker, to: safe, data: callOf(setup, [attacker], 1n, ...terms) })
    ;[owners, threshold] = [[attacker], 1]
  }
  const signers = callersOf(safe).filter(({ by }) => owners.includes(by))
  if (signers.length < threshold) return false
  const read = async (data: Hex) =>
    (await chain.ask('eth_call', { from: attacker, to: safe, data }, 'latest')) as Hex
  const terms = [...pingTerms, 0n, 0n, 0n, zeroAddress, zeroAddress]
  const nonce = BigInt(await read(callOf('nonce()')))
  const hash = await read(callOf(`getTransactionHash(${safeTerms},uint256)`, ...terms, nonce))
  for (const { send } of signers) await transact(send(callOf('approveHash(bytes32)', hash)))
  const signatures = signers
    .map(({ by }) => by)
    .sort()
    .slice(0, threshold)
    .map((owner) => concatHex([padHex(owner, { size: 32 }), noWord, '0x01']))
  const data = callOf(`execTransaction(${safeTerms},bytes)`, ...terms, concatHex(signatures))
  return hasPinged(await transact({ from: attacker, to: safe, data }), safe)
}

async function isTimelockHeard(
  { once, isDone, reach }: AttackSession,
  lock: Address,
  { minDelay }: Extract<UnproxiedAccount, { kind: 'timelock' }>,
): Promise<boolean> {
  for (const role of ['PROPOSER_ROLE', 'EXECUTOR_ROLE']) {
    const data = callOf('grantRole(bytes32,address)', keccak256(toHex(role)), attacker)
    await once(`${role} ${lock}`, () => reach(lock, data))
  }
  const terms = [tools.ping, 0n, '0x', noWord, noWord] as const
  const schedule = 'schedule(address,uint256,bytes,bytes32,bytes32,uint256)'
  const scheduled = `scheduled ${lock}`
  await once(scheduled, () => reach(lock, callOf(schedule, ...terms, BigInt(minDelay))))
  if (!isDone(scheduled)) return false
  const execute = callOf('execute(address,uint256,bytes,bytes32,bytes32)', ...terms)
  return hasPinged(await reach(lock, execute), lock)
}
