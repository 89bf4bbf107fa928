import type { SvmDigestFinding } from './finding.ts'
import { filledCall, type KnownCall, knownCallsOf } from './known-call.ts'
import type { LintContext } from './lint-input.ts'

/** Anchor programs tell their instructions apart by 8 bytes. */
const unknownDiscriminatorSize = 8

/** Checks digests that do not pin the called instruction of the program. */
export function checkAnyInstruction(context: LintContext): SvmDigestFinding | null {
  const { call, isPinnedByte, through } = context
  const layout = knownCallsOf(call.program)
  if (layout !== null) {
    if (isPinnedByte(0)) return null
    const worst = firstThrough(context, layout)
    return finding(worst?.call ?? through(call), worst?.layout.name ?? null)
  }
  const size = Math.min(
    call.data.length,
    context.template?.dataFields[0]?.length ?? unknownDiscriminatorSize,
  )
  const discriminator = Array.from({ length: size }, (_, index) => index)
  if (discriminator.some(isPinnedByte)) return null
  const flipped = call.data.map((byte, index) => (index < size ? byte ^ 0xff : byte))
  return finding(through({ ...call, data: flipped }), null)

  function finding(worst: SvmDigestFinding['worst'] | null, name: string | null) {
    if (worst === null) return null
    const example = name === null ? '' : `, for example ${name}`
    return {
      code: 'any_instruction',
      severity: 'error',
      message: `The digest permits every instruction of ${call.program} with the pinned accounts${example}. Pin the bytes that name the instruction.`,
      facts: { program: call.program, instruction: name },
      worst,
    } satisfies SvmDigestFinding
  }
}

/** More data may follow what is meant. */
export function checkAnyLength({ call, pinsSize, through }: LintContext): SvmDigestFinding | null {
  if (pinsSize) return null
  const worst = through({ ...call, data: Uint8Array.from([...call.data, 0]) })
  if (worst === null) return null
  return {
    code: 'any_length',
    severity: 'warning',
    message: `The digest does not pin the length of the data, ${call.data.length} bytes here. Add ingest_instruction_data_size.`,
    facts: { length: call.data.length },
    worst,
  }
}

/** The strategist can give itself a right over what the vault holds. */
export function checkAuthority(context: LintContext): SvmDigestFinding | null {
  const rights = (knownCallsOf(context.call.program) ?? []).filter(
    (layout) => layout.givesRights && isTakerFree(context, layout),
  )
  const worst = firstThrough(context, rights)
  if (worst === null) return null
  const { name } = worst.layout
  return {
    code: 'authority_free',
    severity: 'error',
    message: `The digest permits ${name} to an account that the strategist chooses. Pin the instruction and who receives the right.`,
    facts: { instruction: name },
    worst: worst.call,
  }
}

/** True if the strategist chooses who takes the right. */
function isTakerFree({ isPinnedAccount, isPinnedByte }: LintContext, layout: KnownCall): boolean {
  const taker = layout.roles.indexOf('taker')
  if (taker >= 0) return !isPinnedAccount(taker)
  const [start, end] = layout.takerBytes ?? [0, 0]
  return Array.from({ length: end - start }, (_, offset) => start + offset).every(
    (index) => !isPinnedByte(index),
  )
}

/** The first of some instructions that the digest lets through. */
function firstThrough(context: LintContext, calls: readonly KnownCall[]) {
  for (const layout of calls) {
    const filled = filledCall(context, layout)
    const call = filled === null ? null : context.through(filled)
    if (call !== null) return { layout, call }
  }
  return null
}
