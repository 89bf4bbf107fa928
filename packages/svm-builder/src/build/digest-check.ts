import { BaseError } from '@vaultwright/base'
import {
  type Instruction,
  initializeDigestInstruction,
  type Operator,
  type SvmVaultState,
} from '@vaultwright/svm'
import { writtenOperator } from '../definition/definition-print.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { digestOfCall, loneCall } from '../permission/call.ts'
import { digestStatusOf, type SvmSnapshot } from '../permission/snapshot.ts'
import { instructionFacts } from '../template/instruction-facts.ts'
import type { SvmActionDraft } from './draft.ts'
import type { SvmActionDigest } from './transaction.ts'

/** The inputs of checking digests. */
export type SvmDigestCheck = {
  readonly definition: SvmDefinition
  readonly snapshot: SvmSnapshot
  readonly state: SvmVaultState
}

/**
 * Makes sure that the digest account of an action exists, with its operators.
 *
 * @throws {DigestMissingError} {DigestOperatorsDifferError} when the program would refuse the call.
 */
export function assertDigest(
  check: SvmDigestCheck,
  draft: SvmActionDraft,
  digest: SvmActionDigest,
): void {
  const { definition, snapshot, state } = check
  const { operators } = draft.variant
  const { digestAddress } = digest
  const status = digestStatusOf(snapshot, definition, { digestAddress, operators })
  if (status.kind === 'exists') return
  const parts = { route: draft.request.template.route, digest, operators }
  if (status.kind === 'missing') {
    const instruction = initializeDigestInstruction({
      program: definition.program,
      authority: state.authority,
      vaultId: definition.vaultId,
      digest: digest.digest,
      operators,
    })
    throw new DigestMissingError({
      ...parts,
      instruction,
      isAloneOnly: isPermittedAlone(check, draft),
    })
  }
  throw new DigestOperatorsDifferError(parts, status.kind === 'differs' ? status.operators : null)
}

/** True if the digest exists that the action has in a transaction of its own. */
function isPermittedAlone(
  { definition, snapshot, state }: SvmDigestCheck,
  draft: SvmActionDraft,
): boolean {
  const { call, subAccount, variant } = draft
  const { operators } = variant
  const shown = loneCall(definition, call, { subAccount, strategist: state.strategist })
  const { digestAddress } = digestOfCall(definition, shown, operators)
  if (snapshot.accounts.get(digestAddress) === undefined) return false
  return digestStatusOf(snapshot, definition, { digestAddress, operators }).kind === 'exists'
}

type DigestParts = {
  readonly route: string
  readonly digest: SvmActionDigest
  readonly operators: readonly Operator[]
}

function digestFacts({ route, digest, operators }: DigestParts) {
  return {
    route,
    digest: digest.digestHex,
    digest_address: digest.digestAddress,
    operators: operators.map(writtenOperator).map((operator) => ({ ...operator })),
  }
}

/** The digest account that would permit a call does not exist. */
class DigestMissingError extends BaseError {
  override readonly code = 'digest_missing'
  override readonly kind = 'not_permitted'

  constructor(parts: DigestParts & { instruction: Instruction; isAloneOnly: boolean }) {
    const { route, digest, instruction, isAloneOnly } = parts
    const hint = isAloneOnly
      ? 'It is permitted in a transaction of its own: other actions of this one change the flags of its accounts. Send it alone.'
      : "Let the vault's authority send the instruction in the details, which creates it."
    super({
      message: `No digest permits this ${route}: ${digest.digestAddress} does not exist. ${hint}`,
      facts: {
        ...digestFacts(parts),
        permitted_alone: isAloneOnly,
        instruction: instructionFacts(instruction),
      },
    })
  }
}

/** The digest account exists and stores other operators: the program would compute another digest. */
class DigestOperatorsDifferError extends BaseError {
  override readonly code = 'digest_operators_differ'
  override readonly kind = 'not_permitted'

  constructor(parts: DigestParts, stored: readonly Operator[] | null) {
    const { route, digest } = parts
    const what = stored === null ? 'is not a digest account' : 'stores other operators'
    super({
      message: `The digest account ${digest.digestAddress} of ${route} ${what}, so the program would refuse the call. Let the authority close it and create it again, or state its operators in the definition.`,
      facts: {
        ...digestFacts(parts),
        stored_operators:
          stored === null ? null : stored.map(writtenOperator).map((operator) => ({ ...operator })),
      },
    })
  }
}
