import type { ControlAccount, ControlState, Selector } from '@vaultwright/access-control'
import { type Address, zeroAddress } from '@vaultwright/base'

/**
 * A small world that does what the contracts do, and an attacker who tries everything with a given set of keys. It
 * shares no rule with the room: it changes state, call by call, and looks whether a call went through.
 */
type Body = {
  readonly kind: ControlAccount['kind'] | 'attacker'
  readonly account: ControlAccount
  /** The admin of a proxy. */
  readonly admin: Address | null
  owner: Address
  authority: Address
  readonly roles: Map<Address, bigint>
  readonly capabilities: Map<string, bigint>
  readonly open: Set<string>
  readonly proposers: Set<Address>
  readonly executors: Set<Address>
  readonly roots: Set<Address>
  readonly flags: Set<string>
  scheduledAt: number
  isPaused: boolean
}

const me: Address = '0xffffffffffffffffffffffffffffffffffffff01'
/** An authority of the attacker's own, which always says yes. */
const yes: Address = '0xffffffffffffffffffffffffffffffffffffff02'
const everything = (1n << 256n) - 1n

/** The functions that the world knows, by their selectors. */
const fn = {
  setAuthority: '0x7a9e5e4b',
  transferOwnership: '0xf2fde38b',
  setUserRole: '0x67aff484',
  setRoleCapability: '0x7d40583d',
  setPublicCapability: '0xc6b0263e',
  manage: '0xf6e715d0',
  manageBatch: '0x224d8703',
  setManageRoot: '0x21801a99',
  manageVault: '0x244b0f6a',
  pause: '0x8456cb59',
  unpause: '0x3f4ba83a',
  bundleTxs: '0x69d77304',
  allowBufferHelper: '0x0d1598dd',
  setDepositBufferHelper: '0xb4bf379c',
  setWithdrawBufferHelper: '0x9428fcd4',
  addPausable: '0xa6bb3833',
  removePausable: '0x25fdd89a',
  updateSenderToPausable: '0x6e0db687',
} as const
const deposits: readonly string[] = ['0x8b6099db', '0x9d574420']
const withdraws: readonly string[] = ['0x16762eed', '0x3e64ce99']
const pauserCalls = [
  { verb: fn.pause, direct: ['0x6fa02012', '0x1414a737'], all: '0x595c6a67', sender: '0x82c6321f' },
  {
    verb: fn.unpause,
    direct: ['0x4ed1a7ed', '0x2a578b95'],
    all: '0x8a2ddd03',
    sender: '0xba2cd4f9',
  },
]

/**
 * Computes the least delay with which somebody who has these keys, and whom this unknown code obeys, gets each function
 * executed.
 *
 * @param has - `address` for a key, `?address` for code that obeys.
 * @param delays - seconds, ascending.
 * @returns seconds by `target selector`; nothing for what never happens.
 */
export function attack(
  state: ControlState,
  has: ReadonlySet<string>,
  delays: readonly number[],
): ReadonlyMap<string, number> {
  const world = new Map([...state].map(([address, account]) => [address, bodyOf(account)]))
  const bodyAt = (address: Address) =>
    world.get(address) ?? bodyOf({ kind: 'unknown', codeHash: null })
  const reached = new Map<string, number>()
  let isChanged = true
  let now = 0
  const change = (isNew: boolean, apply: () => void) => {
    if (!isNew) return
    apply()
    isChanged = true
  }

  let voices = new Set<Address>([me])
  const speaks = (by: Address, target: Address): boolean =>
    voices.has(by) || handlerOf(bodyAt(by)) === target

  const answerOf = (
    authority: Address,
    question: readonly [Address, Address, Selector],
    passed: readonly Address[] = [],
  ): boolean | 'reverts' => {
    const [user, target, selector] = question
    if (authority === yes) return true
    const body = bodyAt(authority)
    if (body.admin !== null && voices.has(authority)) return true // its code was exchanged
    switch (body.kind) {
      // A key that the attacker has lends its account code that says yes; another one has no code to ask.
      case 'key':
        return has.has(authority) || 'reverts'
      case 'delegated': {
        const isUnknown = body.account.kind === 'delegated' && body.account.opening === 'unknown'
        return has.has(authority) || (isUnknown ? has.has(`?${authority}`) : 'reverts')
      }
      case 'authority': {
        const inner = body.account.kind === 'proxy' ? body.account.behind : body.account
        const isHidden = inner.kind === 'authority' && !inner.isComplete
        if (isHidden && has.has(`?${authority}`)) return true
        const capability = `${target} ${selector}`
        return (
          body.open.has(capability) ||
          ((body.roles.get(user) ?? 0n) & (body.capabilities.get(capability) ?? 0n)) !== 0n
        )
      }
      case 'unknown':
        return has.has(`?${authority}`)
      // Who commands a Safe sets a fallback handler that says yes; the one that it has is asked otherwise.
      case 'safe': {
        const handler = handlerOf(body)
        if (voices.has(authority)) return true
        if (handler === null || passed.includes(handler)) return 'reverts'
        return answerOf(handler, question, [...passed, authority])
      }
      default:
        return isHiddenContract(body) ? has.has(`?${authority}`) : 'reverts'
    }
  }

  const isLet = (user: Address, target: Address, selector: Selector): boolean => {
    const body = bodyAt(target)
    if (body.admin !== null && speaks(body.admin, target)) return true // its code was exchanged
    if (isHiddenContract(body) && has.has(`?${target}`)) return true
    if (selector === fn.setAuthority && user === body.owner) return true
    if (body.authority !== zeroAddress) {
      const answer = answerOf(body.authority, [user, target, selector])
      if (answer === 'reverts') return false
      if (answer) return true
    }
    return user === body.owner
  }

  const hears = (address: Address, body: Body): boolean => {
    if (body.admin !== null && speaks(body.admin, address)) return true
    const { account } = body
    const inner = account.kind === 'proxy' ? account.behind : account
    switch (inner.kind) {
      case 'key':
        return has.has(address)
      case 'delegated':
        return (
          inner.opening === 'anybody' ||
          has.has(address) ||
          (inner.opening === 'unknown' && has.has(`?${address}`))
        )
      case 'unknown':
        return has.has(`?${address}`)
      case 'forwarder':
        return inner.by === null || speaks(inner.by, address)
      case 'safe': {
        const signers = inner.owners.filter((owner) => speaks(owner, address)).length
        return (
          signers >= inner.threshold ||
          inner.modules.some((module) => speaks(module, address)) ||
          (!inner.isComplete && has.has(`?${address}`))
        )
      }
      case 'timelock': {
        for (const admin of inner.admins) {
          if (!speaks(admin, address)) continue
          body.proposers.add(me)
          body.executors.add(me)
        }
        const mayPropose = [...body.proposers].some(
          (user) => user !== zeroAddress && speaks(user, address),
        )
        if (mayPropose && body.scheduledAt > now) body.scheduledAt = now
        const isReady = body.scheduledAt + inner.minDelay <= now
        const mayExecute = [...body.executors].some(
          (user) => user === zeroAddress || speaks(user, address),
        )
        return isReady && mayExecute
      }
      case 'contract':
        if (!inner.isKnown && has.has(`?${address}`)) return true
        if (inner.part.of === 'vault')
          return (
            reached.has(`${address} ${fn.manage}`) || reached.has(`${address} ${fn.manageBatch}`)
          )
        return inner.part.of === 'deployer' && reached.has(`${address} ${fn.bundleTxs}`)
      default:
        return false
    }
  }

  const note = (target: Address, selector: Selector) => {
    const id = `${target} ${selector}`
    change(!reached.has(id), () => reached.set(id, now))
  }

  const giveAll = (map: Map<string, bigint>, key: string) =>
    change(map.get(key) !== everything, () => map.set(key, everything))

  const unpause = (body: Body) =>
    change(body.isPaused, () => {
      body.isPaused = false
    })

  const contracts = [...world].filter(([, { account }]) => {
    const inner = account.kind === 'proxy' ? account.behind : account
    return inner.kind === 'contract' || inner.kind === 'authority'
  })
  const functionsOf = new Map(
    contracts.map(([address, { account }]) => {
      const inner = account.kind === 'proxy' ? account.behind : account
      if (inner.kind === 'contract') return [address, [...inner.functions]]
      return [
        address,
        [
          fn.setAuthority,
          fn.transferOwnership,
          fn.setUserRole,
          fn.setRoleCapability,
          fn.setPublicCapability,
        ],
      ]
    }),
  )

  const effectOf = (user: Address, [target, selector]: readonly [Address, Selector]): void => {
    const body = bodyAt(target)
    const { account } = body
    const inner = account.kind === 'proxy' ? account.behind : account
    if (selector === fn.setAuthority) {
      change(body.authority !== yes, () => {
        body.authority = yes
      })
    }
    if (selector === fn.transferOwnership) {
      change(body.owner !== me, () => {
        body.owner = me
      })
    }
    if (inner.kind === 'authority') {
      const everyCapability = [...functionsOf].flatMap(([address, functions]) =>
        functions.map((each) => `${address} ${each}`),
      )
      if (selector === fn.setUserRole)
        for (const who of [me, ...voices, ...functionsOf.keys()]) giveAll(body.roles, who)
      if (selector === fn.setRoleCapability)
        for (const capability of everyCapability) giveAll(body.capabilities, capability)
      if (selector === fn.setPublicCapability)
        for (const capability of everyCapability)
          change(!body.open.has(capability), () => body.open.add(capability))
      return
    }
    if (inner.kind !== 'contract') return
    if (inner.part.of === 'manager') {
      if (selector === fn.setManageRoot) {
        const callers = new Set([...voices, ...callersTo(target)])
        for (const who of callers) change(!body.roots.has(who), () => body.roots.add(who))
      }
      if (selector === fn.unpause) unpause(body)
      if (selector === fn.manageVault && !body.isPaused && body.roots.has(user)) {
        if (isLet(target, inner.part.vault, fn.manage)) note(inner.part.vault, fn.manage)
      }
    }
    if (inner.part.of === 'teller') {
      const raise = (flag: string) => change(!body.flags.has(flag), () => body.flags.add(flag))
      if (selector === fn.unpause) unpause(body)
      if (selector === fn.allowBufferHelper) raise('allowed')
      if (selector === fn.setDepositBufferHelper) raise('deposit')
      if (selector === fn.setWithdrawBufferHelper) raise('withdraw')
      const isServed =
        (deposits.includes(selector) && body.flags.has('deposit')) ||
        (withdraws.includes(selector) && body.flags.has('withdraw'))
      if (isServed && body.flags.has('allowed') && !body.isPaused) {
        if (isLet(target, inner.part.vault, fn.manageBatch)) note(inner.part.vault, fn.manageBatch)
      }
    }
    if (inner.part.of !== 'pauser') return
    const { pausables } = inner.part
    const partAt = (address: Address) => {
      const part = bodyAt(address).account
      const opened = part.kind === 'proxy' ? part.behind : part
      return opened.kind === 'contract' ? opened : null
    }
    const push = (verb: Selector, to: Address) => {
      if (partAt(to) === null || !isLet(target, to, verb)) return
      note(to, verb)
      if (verb === fn.unpause) unpause(bodyAt(to))
    }
    if (selector === fn.addPausable) change(!body.flags.has('add'), () => body.flags.add('add'))
    if (selector === fn.removePausable)
      change(!body.flags.has('drop'), () => body.flags.add('drop'))
    if (selector === fn.updateSenderToPausable)
      change(!body.flags.has('senders'), () => body.flags.add('senders'))
    for (const { verb, direct, all, sender } of pauserCalls) {
      if (direct.includes(selector)) for (const to of functionsOf.keys()) push(verb, to)
      if (selector === all) {
        const refuses = (address: Address) => {
          const pausable = bodyAt(address)
          const { admin } = pausable
          if (admin !== null && speaks(admin, address)) return false // its code was exchanged
          if (isHiddenContract(pausable) && has.has(`?${address}`)) return false
          return partAt(address)?.functions.has(verb) !== true || !isLet(target, address, verb)
        }
        for (const to of functionsOf.keys()) {
          if (!pausables.includes(to) && !body.flags.has('add')) continue
          const refusing = pausables.filter((each) => each !== to && refuses(each))
          if (refusing.length === 0 || body.flags.has('drop')) push(verb, to)
        }
      }
      if (selector !== sender) continue
      const chosen = inner.part.senders.get(user)
      if (chosen !== undefined) push(verb, chosen)
      if (body.flags.has('senders')) for (const to of functionsOf.keys()) push(verb, to)
    }
  }

  /** Callers for the attacker beside those who obey: Safes whose fallback handler the contract is. */
  const callersTo = (target: Address): Address[] =>
    [...world].flatMap(([address, body]) => (handlerOf(body) === target ? [address] : []))

  for (const delay of delays) {
    now = delay
    isChanged = true
    while (isChanged) {
      isChanged = false
      voices = new Set([me])
      for (let grew = true; grew; ) {
        grew = false
        for (const [address, body] of world) {
          if (voices.has(address) || !hears(address, body)) continue
          voices.add(address)
          grew = true
        }
      }
      for (const [target, functions] of functionsOf) {
        for (const user of new Set([...voices, ...callersTo(target)])) {
          for (const selector of functions) {
            if (!isLet(user, target, selector)) continue
            note(target, selector)
            effectOf(user, [target, selector])
          }
        }
      }
    }
  }
  return reached
}

function isHiddenContract({ account }: Body): boolean {
  const inner = account.kind === 'proxy' ? account.behind : account
  return inner.kind === 'contract' && !inner.isKnown
}

function handlerOf({ account }: Body): Address | null {
  return account.kind === 'safe' && account.fallbackHandler !== zeroAddress
    ? account.fallbackHandler
    : null
}

function bodyOf(account: ControlAccount): Body {
  const inner = account.kind === 'proxy' ? account.behind : account
  const auth =
    inner.kind === 'contract' || inner.kind === 'authority'
      ? inner.auth
      : { owner: zeroAddress, authority: zeroAddress }
  const isAuthority = inner.kind === 'authority'
  const part = inner.kind === 'contract' ? inner.part : null
  return {
    kind: inner.kind,
    account,
    admin: account.kind === 'proxy' ? account.admin : null,
    ...auth,
    roles: new Map(isAuthority ? inner.roles : []),
    capabilities: new Map(isAuthority ? inner.capabilities : []),
    open: new Set(isAuthority ? inner.open : []),
    proposers: new Set(inner.kind === 'timelock' ? inner.proposers : []),
    executors: new Set(inner.kind === 'timelock' ? inner.executors : []),
    roots: new Set(),
    flags: new Set(),
    scheduledAt: Number.POSITIVE_INFINITY,
    isPaused: part !== null && 'isPaused' in part && part.isPaused,
  }
}
