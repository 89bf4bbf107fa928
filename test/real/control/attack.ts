import {
  type ControlAccount,
  capabilityOf,
  guardedFunctions,
  type Selector,
  selectors,
} from '@vaultwright/access-control'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { concatHex, encodePacked, keccak256, numberToHex, padHex } from 'viem'
import { encodeChainCall, type RealChain, type RealReceipt } from '../world/real-chain.ts'
import { attacker, type BuiltControl, bitsOf } from './build.ts'
import { throughAnything, tools } from './tool-code.ts'

/** What an attack is made with. */
export type AttackTerms = {
  /** `address` for a key, `?address` for code that obeys. */
  readonly has: ReadonlySet<string>
  /** The functions that are tried, by contract. */
  readonly rows: readonly (readonly [Address, Selector])[]
  /** Seconds, ascending, 0 first. */
  readonly delays: readonly number[]
}

const noWord: Hex = `0x${'0'.repeat(64)}`
/** Seconds that each stage of an attack may take, well below any delay. */
const stageSeconds = 10_000
const droneFlag = keccak256(new TextEncoder().encode('DroneLib.target'))
const leafOfPing = keccak256(
  encodePacked(
    ['address', 'address', 'bool', 'bytes4'],
    [tools.decoder, tools.ping, false, '0x00000000'],
  ),
)

const call = (signature: string, ...args: readonly unknown[]) =>
  encodeChainCall({ call: signature, args })
const selectorNamed = (kind: keyof typeof guardedFunctions, name: string): Selector => {
  const rows = Object.entries(guardedFunctions[kind])
  return rows.find(([signature]) => signature.startsWith(`${name}(`))![1]
}
const manageRun =
  'manageVaultWithMerkleVerification(bytes32[][],address[],address[],bytes[],uint256[])'
const executeSafe =
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const hashOfSafe =
  'getTransactionHash(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256)'
const roleHash = (name: string) => keccak256(new TextEncoder().encode(name))

/** Deposits and withdrawals that go through, and with them what the helper of a buffer says. */
const flows: readonly Hex[] = [
  call('deposit(address,uint256,uint256,address)', tools.yes, 1n, 0n, zeroAddress),
  call('bulkDeposit(address,uint256,uint256,address)', tools.yes, 1n, 0n, attacker),
  call('withdraw(address,uint256,uint256,address)', tools.yes, 1n, 0n, attacker),
  call('bulkWithdraw(address,uint256,uint256,address)', tools.yes, 1n, 0n, attacker),
]

/** Calls of each function that succeed, or fail only behind the check of their caller. */
const trials: Readonly<Record<Selector, Hex>> = Object.fromEntries(
  [
    call('setAuthority(address)', tools.yes),
    call('transferOwnership(address)', attacker),
    call('setUserRole(address,uint8,bool)', attacker, 0, true),
    call('setRoleCapability(uint8,address,bytes4,bool)', 0, tools.yes, '0x00000000', true),
    call('setPublicCapability(address,bytes4,bool)', tools.yes, '0x00000000', true),
    call('manage(address,bytes,uint256)', tools.ping, '0x', 0n),
    call('manage(address[],bytes[],uint256[])', [], [], []),
    call(
      'enter(address,address,uint256,address,uint256)',
      zeroAddress,
      zeroAddress,
      0n,
      attacker,
      1n,
    ),
    call('exit(address,address,uint256,address,uint256)', attacker, zeroAddress, 0n, attacker, 0n),
    call('setManageRoot(address,bytes32)', attacker, leafOfPing),
    call(manageRun, [], [], [], [], []),
    call('pause()'),
    call('unpause()'),
    call('updateExchangeRate(uint96)', 10n ** 18n),
    call('updateUpper(uint16)', 10_100),
    call('setRateProviderData(address,bool,address)', tools.yes, true, zeroAddress),
    call('deposit(address,uint256,uint256,address)', tools.yes, 0n, 0n, zeroAddress),
    call('bulkDeposit(address,uint256,uint256,address)', tools.yes, 0n, 0n, attacker),
    call('withdraw(address,uint256,uint256,address)', tools.yes, 0n, 0n, attacker),
    call('bulkWithdraw(address,uint256,uint256,address)', tools.yes, 0n, 0n, attacker),
    call('allowBufferHelper(address,address)', tools.yes, tools.helper),
    call('setDepositBufferHelper(address,address)', tools.yes, tools.helper),
    call('setWithdrawBufferHelper(address,address)', tools.yes, tools.helper),
    call('addPausable(address)', zeroAddress),
    call('removePausable(uint256)', 0n),
    call('updateSenderToPausable(address,address)', zeroAddress, zeroAddress),
    call('pauseSingle(address)', tools.yes),
    call('unpauseSingle(address)', tools.yes),
    call('pauseMultiple(address[])', []),
    call('unpauseMultiple(address[])', []),
    call('bundleTxs((address target,bytes data,uint256 value)[] txs)', []),
  ].map((data) => [data.slice(0, 10), data]),
)

/** Tells whether the attack tries a function by itself; the rounds of a Pauser are tried by what they pause. */
export function isTried(selector: Selector): boolean {
  return trials[selector] !== undefined
}

/** A caller, and the call that makes it call. */
type Caller = {
  readonly by: Address
  readonly send: (data: Hex) => { from: Address; to: Address; data: Hex }
}

/**
 * Attacks contracts on a node by calls and transactions: whoever is let through takes what it can, until nothing new
 * opens, at each delay in turn. It shares no rule with the model. An account that was made to call a contract of the
 * attacker's choice sends what follows itself.
 *
 * @returns the delay at which each function was let through, by `contract selector`; nothing for what never was.
 */
export async function attackContracts(
  chain: RealChain,
  { state, masters }: BuiltControl,
  { has, rows, delays }: AttackTerms,
): Promise<ReadonlyMap<string, number>> {
  const reached = new Map<string, number>()
  const voices = new Set<Address>([attacker])
  const replaced = new Set<Address>()
  const done = new Set<string>()
  const scheduled = new Set<Address>()
  let now = 0
  let changes = 1
  const opened = new Map(
    [...state].map(
      ([address, account]) =>
        [address, account.kind === 'proxy' ? account.behind : account] as const,
    ),
  )
  const kindAt = (address: Address) => opened.get(address)?.kind
  const masterOf = (address: Address) => (has.has(`?${address}`) ? masters.get(address) : undefined)
  for (const [address, account] of opened) {
    if ((account.kind === 'key' || account.kind === 'delegated') && has.has(address))
      voices.add(address)
  }

  const gas = numberToHex(30_000_000)
  const transact = async (transaction: {
    from: Address
    to: Address
    data: Hex
  }): Promise<RealReceipt | null> => {
    const sent = { ...transaction, gas, gasPrice: '0x0' }
    const [answer] = await chain.anvil.rpc.ask([
      { method: 'eth_sendTransactionSync', params: [sent] },
    ])
    const receipt = answer?.ok === true ? (answer.value as RealReceipt) : null
    return receipt?.status === '0x1' ? receipt : null
  }
  const take = async (id: string, act: () => Promise<unknown>) => {
    if (done.has(id)) return
    if ((await act()) === null) return
    done.add(id)
    changes++
  }
  const note = (target: Address, selector: Selector) => {
    const id = `${target} ${selector}`
    if (reached.has(id)) return
    reached.set(id, now)
    changes++
  }
  const speaks = (address: Address) => {
    if (voices.has(address)) return
    voices.add(address)
    changes++
  }
  const pinged = (receipt: RealReceipt | null, by: Address): boolean =>
    receipt?.logs.some(
      ({ address, topics }) =>
        address.toLowerCase() === tools.ping && topics[0] === padHex(by, { size: 32 }),
    ) === true

  /** The accounts that call a contract: those that obey, and Safes whose fallback handler it is. */
  const callersOf = (target: Address): readonly Caller[] => [
    ...[...voices].map((by) => ({ by, send: (data: Hex) => ({ from: by, to: target, data }) })),
    ...[...opened].flatMap(([safe, account]) =>
      account.kind === 'safe' && account.fallbackHandler === target && !voices.has(safe)
        ? [{ by: safe, send: (data: Hex) => ({ from: attacker, to: safe, data }) }]
        : [],
    ),
  ]
  /** Asks which calls go through, without making them; a call that fails behind the check of its caller counts. */
  const ask = async (
    calls: readonly { from: Address; to: Address; data: Hex }[],
    isStrict: boolean,
  ) => {
    const answers = await chain.anvil.rpc.ask(
      calls.map((each) => ({ method: 'eth_call', params: [{ ...each, gas }, 'latest'] })),
    )
    return answers.map((answer) => {
      if (answer.ok) return true
      const data = answer.error.data
      return !isStrict && data !== null && data.length > 2 && !isUnauthorized(data)
    })
  }
  /** The first caller that gets a call through. */
  const findCaller = async (
    target: Address,
    data: Hex,
    isStrict = false,
  ): Promise<Caller | null> => {
    const callers = callersOf(target)
    const isLet = await ask(
      callers.map(({ send }) => send(data)),
      isStrict,
    )
    return callers[isLet.indexOf(true)] ?? null
  }
  /** Makes some caller call a contract, for good. */
  const reach = async (target: Address, data: Hex): Promise<RealReceipt | null> => {
    const caller = await findCaller(target, data, true)
    return caller === null ? null : transact(caller.send(data))
  }

  const hearSafe = async (safe: Address, account: Extract<ControlAccount, { kind: 'safe' }>) => {
    const hidden = masterOf(safe)
    const terms = [tools.ping, 0n, '0x', 0] as const
    const byModule = call('execTransactionFromModule(address,uint256,bytes,uint8)', ...terms)
    for (const module of [...account.modules, ...(hidden === undefined ? [] : [hidden])]) {
      const caller = callersOf(safe).find(({ by }) => by === module)
      const from =
        module === hidden ? { from: module, to: safe, data: byModule } : caller?.send(byModule)
      if (from !== undefined && pinged(await transact(from), safe)) return true
    }
    let { owners, threshold } = account
    if (threshold === 0) {
      const setup = 'setup(address[],uint256,address,bytes,address,address,uint256,address)'
      const data = call(
        setup,
        [attacker],
        1n,
        zeroAddress,
        '0x',
        zeroAddress,
        zeroAddress,
        0n,
        zeroAddress,
      )
      await transact({ from: attacker, to: safe, data })
      ;[owners, threshold] = [[attacker], 1]
    }
    const full = [...terms, 0n, 0n, 0n, zeroAddress, zeroAddress]
    const read = (data: Hex) =>
      chain.ask('eth_call', { from: attacker, to: safe, data }, 'latest') as Promise<Hex>
    const signers = callersOf(safe).filter(({ by }) => owners.includes(by))
    if (signers.length < threshold) return false
    const hash = await read(call(hashOfSafe, ...full, BigInt(await read(call('nonce()')))))
    for (const { send } of signers) await transact(send(call('approveHash(bytes32)', hash)))
    const signatures = concatHex(
      signers
        .map(({ by }) => by)
        .sort()
        .slice(0, threshold)
        .map((owner) => concatHex([padHex(owner, { size: 32 }), noWord, '0x01'])),
    )
    const data = call(executeSafe, ...full, signatures)
    return pinged(await transact({ from: attacker, to: safe, data }), safe)
  }
  const hearTimelock = async (
    lock: Address,
    { minDelay }: Extract<ControlAccount, { kind: 'timelock' }>,
  ) => {
    for (const role of ['PROPOSER_ROLE', 'EXECUTOR_ROLE'])
      await take(`${role} ${lock}`, () =>
        reach(lock, call('grantRole(bytes32,address)', roleHash(role), attacker)),
      )
    const terms = [tools.ping, 0n, '0x', noWord, noWord] as const
    if (!scheduled.has(lock)) {
      const schedule = 'schedule(address,uint256,bytes,bytes32,bytes32,uint256)'
      if ((await reach(lock, call(schedule, ...terms, BigInt(minDelay)))) !== null)
        scheduled.add(lock)
    }
    if (!scheduled.has(lock)) return false
    return pinged(
      await reach(lock, call('execute(address,uint256,bytes,bytes32,bytes32)', ...terms)),
      lock,
    )
  }
  const forwardPing = call('forward(address,bytes)', tools.ping, '0x')
  const hear = async (address: Address, account: ControlAccount): Promise<boolean> => {
    switch (account.kind) {
      case 'delegated':
      case 'unknown': {
        const from =
          account.kind === 'delegated' && account.opening === 'anybody'
            ? attacker
            : masterOf(address)
        return (
          from !== undefined &&
          pinged(await transact({ from, to: address, data: forwardPing }), address)
        )
      }
      case 'forwarder': {
        if (account.by === null)
          return pinged(await transact({ from: attacker, to: address, data: forwardPing }), address)
        const caller = callersOf(address).find(({ by }) => by === account.by)
        const data = concatHex([padHex('0x', { size: 36 }), tools.ping, droneFlag])
        return caller !== undefined && pinged(await transact(caller.send(data)), address)
      }
      case 'safe':
        return hearSafe(address, account)
      case 'timelock':
        return hearTimelock(address, account)
      case 'contract': {
        if (account.part.of === 'deployer') {
          const bundle = 'bundleTxs((address target,bytes data,uint256 value)[] txs)'
          return pinged(
            await reach(address, call(bundle, [{ target: tools.ping, data: '0x', value: 0n }])),
            address,
          )
        }
        if (account.part.of !== 'vault') return false
        const one = call('manage(address,bytes,uint256)', tools.ping, '0x', 0n)
        const many = call('manage(address[],bytes[],uint256[])', [tools.ping], ['0x'], [0n])
        return (
          pinged(await reach(address, one), address) || pinged(await reach(address, many), address)
        )
      }
      default:
        return false
    }
  }
  const growVoices = async () => {
    for (const [address, account] of state) {
      if (account.kind === 'proxy' && !replaced.has(address)) {
        const upgrade = call('upgradeAndCall(address,address,bytes)', address, tools.anything, '0x')
        const isReplaced = (await reach(account.admin, upgrade)) !== null
        if (!isReplaced) continue
        replaced.add(address)
        const data = throughAnything(tools.ping, '0x')
        if (!pinged(await transact({ from: attacker, to: address, data }), address))
          throw new Error(`${address} does not forward.`)
        speaks(address)
        for (const [target, selector] of rows) if (target === address) note(target, selector)
      }
    }
    for (const [address, account] of opened)
      if (!voices.has(address) && (await hear(address, account))) speaks(address)
  }

  /** Keys and code that are an authority, and Safes, are made to say yes. */
  const turnAuthorities = async () => {
    const judges = new Set(
      [...opened.values()].flatMap((account) =>
        account.kind === 'contract' || account.kind === 'authority' ? [account.auth.authority] : [],
      ),
    )
    const handlers = [...opened.values()].flatMap((account) =>
      account.kind === 'safe' ? [account.fallbackHandler] : [],
    )
    for (const judge of new Set([...judges, ...handlers])) {
      const kind = kindAt(judge)
      const master = masterOf(judge)
      if ((kind === 'key' || kind === 'delegated') && has.has(judge) && judges.has(judge))
        await take(`lend ${judge}`, () =>
          chain.ask('anvil_setCode', judge, `0xef0100${tools.yes.slice(2)}`),
        )
      else if ((kind === 'unknown' || kind === 'delegated') && master !== undefined)
        await take(`answer ${judge}`, () =>
          transact({ from: master, to: judge, data: call('setAnswer(bool)', true) }),
        )
      else if (kind === 'safe' && voices.has(judge) && judges.has(judge))
        await take(`handle ${judge}`, () =>
          transact({
            from: judge,
            to: judge,
            data: call('setFallbackHandler(address)', tools.yes),
          }),
        )
    }
  }

  /** Tries every function, and takes for good what opens more. */
  const grab = async () => {
    const open = rows.filter(
      ([target, selector]) =>
        isTried(selector) && !replaced.has(target) && !done.has(`${target} ${selector}`),
    )
    const asked = open.flatMap(([target, selector]) =>
      callersOf(target).map((caller) => ({ target, selector, caller })),
    )
    const isLet = await ask(
      asked.map(({ selector, caller }) => caller.send(trials[selector]!)),
      false,
    )
    const first = new Map<string, (typeof asked)[number]>()
    for (const [index, row] of asked.entries()) {
      const id = `${row.target} ${row.selector}`
      if (isLet[index] && !first.has(id)) first.set(id, row)
    }
    for (const { target, selector, caller } of first.values()) {
      note(target, selector)
      await takeFrom(target, selector, caller)
    }
  }
  const forGood: ReadonlySet<Selector> = new Set([
    selectors.setAuthority,
    selectors.transferOwnership,
    selectors.allowBufferHelper,
    selectors.setDepositBufferHelper,
    selectors.setWithdrawBufferHelper,
  ])
  const takeFrom = async (target: Address, selector: Selector, caller: Caller) => {
    const id = `${target} ${selector}`
    const account = opened.get(target)!
    if (forGood.has(selector)) await take(id, () => transact(caller.send(trials[selector]!)))
    else if (selector === selectors.setManageRoot) {
      for (const { by } of callersOf(target))
        await take(`${id} ${by}`, () =>
          transact(caller.send(call('setManageRoot(address,bytes32)', by, leafOfPing))),
        )
    } else if (account.kind === 'authority' && caller.by !== target)
      await take(id, () => openAuthority(target, selector, caller))
    else if (account.kind === 'authority') return
    else if (selector === selectors.unpause && 'part' in account && 'isPaused' in account.part)
      await take(id, () => transact(caller.send(trials[selector]!)))
    else done.add(id)
  }
  const openAuthority = async (authority: Address, selector: Selector, { send }: Caller) => {
    const account = opened.get(authority)!
    if (account.kind !== 'authority') return null
    const given = new Set([
      0,
      ...bitsOf([...account.capabilities.values()].reduce((sum, bits) => sum | bits, 0n)),
    ])
    const held = new Set([
      0,
      ...[...account.roles.values()].flatMap((bits) => bitsOf(bits).slice(0, 1)),
    ])
    const contracts = [...opened].flatMap(([address, { kind }]) =>
      kind === 'contract' || kind === 'authority' ? [address] : [],
    )
    for (const user of selector === selectors.setUserRole ? [attacker, ...contracts] : [])
      for (const bit of given)
        await transact(send(call('setUserRole(address,uint8,bool)', user, bit, true)))
    for (const [target, each] of [...rows, ...hiddenRows(opened)]) {
      if (selector === selectors.setPublicCapability)
        await transact(send(call('setPublicCapability(address,bytes4,bool)', target, each, true)))
      if (selector !== selectors.setRoleCapability) continue
      for (const bit of held)
        if (
          ((account.capabilities.get(capabilityOf(target, each)) ?? 0n) >> BigInt(bit)) % 2n ===
          0n
        )
          await transact(
            send(call('setRoleCapability(uint8,address,bytes4,bool)', bit, target, each, true)),
          )
    }
    return true
  }

  /** Makes contracts pass on what only they may do. */
  const relay = async () => {
    for (const [address, account] of opened) {
      if (account.kind !== 'contract' || replaced.has(address)) continue
      const { part } = account
      if (part.of === 'manager' && !reached.has(`${part.vault} ${selectors.manage}`)) {
        const data = call(manageRun, [[]], [tools.decoder], [tools.ping], ['0x00000000'], [0n])
        if (!pinged(await reach(address, data), part.vault)) continue
        note(part.vault, selectors.manage)
        speaks(part.vault)
      }
      if (part.of === 'teller' && !reached.has(`${part.vault} ${selectors.manageBatch}`)) {
        for (const data of flows) {
          const callers = callersOf(address)
          const isLet = await ask(
            callers.map(({ send }) => send(data)),
            true,
          )
          for (const [index, { send }] of callers.entries()) {
            if (!isLet[index] || !pinged(await transact(send(data)), part.vault)) continue
            note(part.vault, selectors.manageBatch)
            speaks(part.vault)
          }
        }
      }
      if (part.of === 'pauser') await pauseBy(address, part)
    }
  }
  type PauserPart = Extract<Extract<ControlAccount, { kind: 'contract' }>['part'], { of: 'pauser' }>
  const pauseBy = async (pauser: Address, part: PauserPart) => {
    for (const [target, selector] of rows) {
      if (selector !== selectors.pause && selector !== selectors.unpause) continue
      const id = `${target} ${selector}`
      if (reached.has(id) && done.has(id)) continue
      const verb = selector === selectors.pause ? 'pause' : 'unpause'
      if (!(await isPausedBy(pauser, part, [target, verb]))) continue
      note(target, selector)
      // The Pauser was let through: its call is made once more, for good.
      if (verb === 'unpause')
        await take(id, () => transact({ from: pauser, to: target, data: call('unpause()') }))
      else done.add(id)
    }
  }
  const isPausedBy = async (
    pauser: Address,
    part: PauserPart,
    [target, verb]: readonly [Address, 'pause' | 'unpause'],
  ) => {
    const bySender = call(verb === 'pause' ? 'senderPause()' : 'senderUnpause()')
    const round = call(`${verb}All()`)
    if ((await findCaller(pauser, call(`${verb}Single(address)`, target), true)) !== null)
      return true
    if ((await findCaller(pauser, call(`${verb}Multiple(address[])`, [target]), true)) !== null)
      return true
    if (part.pausables.includes(target) && (await findCaller(pauser, round, true)) !== null)
      return true
    const own = callersOf(pauser).filter(({ by }) => part.senders.get(by) === target)
    if (
      (
        await ask(
          own.map(({ send }) => send(bySender)),
          true,
        )
      ).includes(true)
    )
      return true
    // The list and the map are changed only on trial.
    const snapshot = await chain.ask('evm_snapshot')
    try {
      for (const { by, send } of callersOf(pauser)) {
        const map = call('updateSenderToPausable(address,address)', by, target)
        if ((await reach(pauser, map)) === null) break
        if ((await ask([send(bySender)], true))[0]) return true
      }
      let list = [...part.pausables]
      if (!list.includes(target)) {
        if ((await reach(pauser, call('addPausable(address)', target))) === null) return false
        list.push(target)
      }
      if ((await findCaller(pauser, round, true)) !== null) return true
      for (;;) {
        const index = list.findIndex((each) => each !== target)
        if (index < 0) break
        if ((await reach(pauser, call('removePausable(uint256)', BigInt(index)))) === null)
          return false
        list = list.with(index, list.at(-1)!).slice(0, -1)
      }
      return (await findCaller(pauser, round, true)) !== null
    } finally {
      await chain.ask('evm_revert', snapshot)
    }
  }

  await chain.ask('evm_mine')
  const { timestamp } = (await chain.ask('eth_getBlockByNumber', 'latest', false)) as {
    timestamp: Hex
  }
  for (const [stage, delay] of delays.entries()) {
    now = delay
    if (stage > 0) {
      const time = BigInt(timestamp) + BigInt(delay + stage * stageSeconds)
      await chain.ask('evm_setNextBlockTimestamp', numberToHex(time))
      await chain.ask('evm_mine')
    }
    let before = stage === 0 ? 0 : changes
    await growVoices()
    while (changes !== before) {
      before = changes
      await turnAuthorities()
      await grab()
      await relay()
      await growVoices()
    }
  }
  return reached
}

/** Functions that no row names and a deposit or a withdrawal needs. */
function hiddenRows(
  opened: ReadonlyMap<Address, ControlAccount>,
): readonly (readonly [Address, Selector])[] {
  const exit = selectorNamed('vault', 'exit')
  return [...opened].flatMap(([address, account]) =>
    account.kind === 'contract' && account.part.of === 'vault' ? [[address, exit] as const] : [],
  )
}

function isUnauthorized(data: Hex): boolean {
  return data.includes(Buffer.from('UNAUTHORIZED').toString('hex'))
}
