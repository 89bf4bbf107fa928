import {
  type Instruction,
  parseSvmAddress,
  type SvmAddress,
  signaturePrograms,
  token2022Program,
  tokenProgram,
} from '@vaultwright/svm'
import { stakePoolProgram } from '../template/jito/deposit-sol.ts'
import { lendingProgram } from '../template/jupiter-lend/market.ts'
import { kaminoProgram, refreshTags } from '../template/kamino/program.ts'

type Crank = {
  readonly programs: readonly SvmAddress[]
  /** The first bytes of the data, one list an instruction; empty for every instruction of the program. */
  readonly tags: readonly (readonly number[])[]
  /** The effect, after "It". */
  readonly text: string
}

/** Instructions that any account may send, and that move nothing to anyone. */
const cranks: readonly Crank[] = [
  {
    programs: [tokenProgram, token2022Program],
    tags: [[17]],
    text: 'brings the amount of a wrapped SOL account up to its lamports',
  },
  {
    programs: [kaminoProgram],
    tags: Object.values(refreshTags),
    text: 'refreshes a reserve or a position of Kamino',
  },
  {
    // `update_rate`.
    programs: [lendingProgram],
    tags: [[0x18, 0xe1, 0x35, 0xbd, 0x48, 0xd4, 0xe1, 0xb2]],
    text: 'brings the rate of Jupiter Lend up to date',
  },
  {
    programs: [stakePoolProgram],
    tags: [[6], [7], [8]],
    text: 'brings the balances of a stake pool up to date',
  },
  {
    programs: [
      parseSvmAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      parseSvmAddress('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'),
    ],
    tags: [[]],
    text: 'writes a memo',
  },
  { programs: [...signaturePrograms], tags: [[]], text: 'verifies signatures' },
]

/** The effect of an instruction of the list; null for any other. */
export function crankTextOf({ program, data }: Instruction): string | null {
  const crank = cranks.find(
    ({ programs, tags }) =>
      programs.includes(program) &&
      tags.some((tag) => tag.every((byte, index) => data[index] === byte)),
  )
  return crank?.text ?? null
}
