import type { SvmAddress } from '@vaultwright/svm'

/** Why an answer is what it is: `no` decides it, `open` keeps it from being a yes, a `note` is good to know. */
export type SvmReason = {
  readonly weight: 'no' | 'open' | 'note'
  /** Stable snake_case name. */
  readonly code: string
  /** One sentence for a person. */
  readonly message: string
  /** Of the instruction, from 0; null when it is about the whole. */
  readonly index: number | null
}

/** Gathers reasons about one instruction. */
export type ReasonList = {
  readonly reasons: readonly SvmReason[]
  readonly no: (code: string, message: string) => void
  readonly open: (code: string, message: string) => void
  readonly note: (code: string, message: string) => void
}

/** Opens a list of reasons about an instruction, or about the whole. */
export function openReasons(index: number | null): ReasonList {
  const reasons: SvmReason[] = []
  const add = (weight: SvmReason['weight']) => (code: string, message: string) => {
    reasons.push({ weight, code, message, index })
  }
  return { reasons, no: add('no'), open: add('open'), note: add('note') }
}

/** Says that an account decides and was not given. */
export function missingText(what: string, address: SvmAddress): string {
  return `The ${what} ${address} was not given, so nothing can be said. Read the account and ask again.`
}
