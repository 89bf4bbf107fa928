import {
  associatedTokenAccount,
  associatedTokenProgram,
  type Instruction,
  littleBytesOf,
  nativeMint,
  type SvmAddress,
  svmBytesOf,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@vaultwright/svm'
import type { LintContext } from './lint-input.ts'

/**
 * The role of an account in an instruction.
 *
 * `holding`: a token account of the sub-account · `mint` · `actor`: the sub-account, which signs · `outside`: a token
 * account that receives · `taker`: any account that receives lamports or a right.
 */
export type AccountRole = 'holding' | 'mint' | 'actor' | 'outside' | 'taker'

/** An instruction of a program whose instructions this version knows. */
export type KnownCall = {
  readonly name: string
  /** The first byte, which tells it from the program's others. */
  readonly opcode: number
  readonly roles: readonly AccountRole[]
  /** Its data; what is not the opcode is free to choose. */
  readonly data: (strategist: SvmAddress) => Uint8Array
  /** Gives rights away: whoever receives them needs the vault no more. */
  readonly givesRights: boolean
  /** The bytes that say who takes a right, where data says it. */
  readonly takerBytes?: readonly [start: number, end: number]
}

const most = littleBytesOf(2n ** 64n - 1n, 64)
const minimum = littleBytesOf(1n, 64)

/** From the worst down. */
const tokenCalls: readonly KnownCall[] = [
  {
    name: 'SetAuthority',
    opcode: 6,
    roles: ['holding', 'actor'],
    data: (strategist) => bytesOf([6, 2, 1], svmBytesOf(strategist)),
    givesRights: true,
    takerBytes: [3, 35],
  },
  {
    name: 'Approve',
    opcode: 4,
    roles: ['holding', 'taker', 'actor'],
    data: () => bytesOf([4], most),
    givesRights: true,
  },
  {
    name: 'ApproveChecked',
    opcode: 13,
    roles: ['holding', 'mint', 'taker', 'actor'],
    data: () => bytesOf([13], most, [6]),
    givesRights: true,
  },
  {
    name: 'CloseAccount',
    opcode: 9,
    roles: ['holding', 'taker', 'actor'],
    data: () => bytesOf([9]),
    givesRights: true,
  },
  {
    name: 'Transfer',
    opcode: 3,
    roles: ['holding', 'outside', 'actor'],
    data: () => bytesOf([3], minimum),
    givesRights: false,
  },
  {
    name: 'TransferChecked',
    opcode: 12,
    roles: ['holding', 'mint', 'outside', 'actor'],
    data: () => bytesOf([12], minimum, [6]),
    givesRights: false,
  },
  {
    name: 'Burn',
    opcode: 8,
    roles: ['holding', 'mint', 'actor'],
    data: () => bytesOf([8], minimum),
    givesRights: false,
  },
  {
    name: 'BurnChecked',
    opcode: 15,
    roles: ['holding', 'mint', 'actor'],
    data: () => bytesOf([15], minimum, [6]),
    givesRights: false,
  },
]

const systemCalls: readonly KnownCall[] = [
  {
    name: 'Assign',
    opcode: 1,
    roles: ['actor'],
    data: (strategist) => bytesOf([1, 0, 0, 0], svmBytesOf(strategist)),
    givesRights: true,
    takerBytes: [4, 36],
  },
  {
    name: 'Transfer',
    opcode: 2,
    roles: ['actor', 'taker'],
    data: () => bytesOf([2, 0, 0, 0], minimum),
    givesRights: false,
  },
]

/** Its owner decides which account it creates; who pays is named first. */
const associatedTokenCalls: readonly KnownCall[] = [
  {
    name: 'CreateIdempotent',
    opcode: 1,
    roles: ['actor', 'outside', 'taker', 'mint'],
    data: () => bytesOf([1]),
    givesRights: false,
  },
]

const callsByProgram: ReadonlyMap<SvmAddress, readonly KnownCall[]> = new Map([
  [tokenProgram, tokenCalls],
  [token2022Program, tokenCalls],
  [systemProgram, systemCalls],
  [associatedTokenProgram, associatedTokenCalls],
])

/** The instructions of a program, the worst first; null if this version does not know them. */
export function knownCallsOf(program: SvmAddress): readonly KnownCall[] | null {
  return callsByProgram.get(program) ?? null
}

/** The instruction that a call is; null if this version does not know it. */
export function knownCallOf({ program, data }: Instruction): KnownCall | null {
  return callsByProgram.get(program)?.find(({ opcode }) => opcode === data[0]) ?? null
}

/**
 * Fills an instruction so that a digest lets it through: pinned accounts and bytes are the call's, the others are the
 * worst ones.
 *
 * @returns null if what is pinned stands against it.
 */
export function filledCall(context: LintContext, layout: KnownCall): Instruction | null {
  const { call, vault, isPinnedByte, isPinnedAccount, pinsSize } = context
  if (isPinnedByte(0) && call.data[0] !== layout.opcode) return null
  const addresses = roleAddresses(context)
  const count = Math.max(layout.roles.length, lastPinnedAccount(context) + 1)
  const accounts = Array.from({ length: count }, (_, index) => {
    const role = layout.roles[index]
    const expected = role === undefined ? call.accounts[index]?.address : addresses[role]
    const address = isPinnedAccount(index) ? call.accounts[index]?.address : expected
    if (address === undefined || address === null) return null
    const isBound = role === 'holding' || role === 'mint' || role === 'actor'
    return isBound && address !== addresses[role] ? null : address
  })
  if (accounts.includes(null)) return null
  const expected = layout.data(vault.strategist)
  if (pinsSize && call.data.length < expected.length) return null
  const data = new Uint8Array(
    Math.max(expected.length, pinsSize ? call.data.length : lastPinnedByte(context) + 1),
  )
  data.set(expected)
  for (let index = 0; index < data.length; index++) {
    if (isPinnedByte(index)) data[index] = call.data[index] ?? 0
  }
  const metas = accounts.map((address) => ({
    address: address!,
    isSigner: false,
    isWritable: true,
  }))
  return { program: call.program, accounts: metas, data }
}

/** The worst account for each role; null where the call does not say it. */
export function roleAddresses({
  call,
  actor,
  vault,
}: LintContext): Readonly<Record<AccountRole, SvmAddress | null>> {
  const token = tokenOf(call, actor)
  const { strategist } = vault
  return {
    actor,
    taker: strategist,
    mint: token?.mint ?? null,
    holding: token?.holding ?? null,
    outside:
      token === null
        ? strategist
        : associatedTokenAccount({
            owner: strategist,
            mint: token.mint,
            tokenProgram: token.program,
          }),
  }
}

/** The token that a call is about: of its instruction, or of an associated account of the actor among its accounts. */
function tokenOf(call: Instruction, actor: SvmAddress) {
  const isToken = call.program === tokenProgram || call.program === token2022Program
  const program = isToken ? call.program : tokenProgram
  const roles = isToken ? (knownCallOf(call)?.roles ?? []) : []
  const accountOf = (role: AccountRole) => call.accounts[roles.indexOf(role)]?.address ?? null
  const addresses = call.accounts.map(({ address }) => address)
  const mint =
    accountOf('mint') ??
    [...addresses, nativeMint].find((candidate) =>
      addresses.includes(
        associatedTokenAccount({ owner: actor, mint: candidate, tokenProgram: program }),
      ),
    )
  if (mint === undefined || mint === null) return null
  const holding =
    accountOf('holding') ?? associatedTokenAccount({ owner: actor, mint, tokenProgram: program })
  return { mint, holding, program }
}

function lastPinnedAccount({ operators }: LintContext): number {
  return Math.max(
    -1,
    ...operators.map((operator) => (operator.kind === 'ingest_account' ? operator.index : -1)),
  )
}

function lastPinnedByte({ operators }: LintContext): number {
  return Math.max(
    -1,
    ...operators.map((operator) =>
      operator.kind === 'ingest_instruction' ? operator.start + operator.length - 1 : -1,
    ),
  )
}

function bytesOf(...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
