import type { SolanaBuildResult } from '@vaultwright/operations'
import { mainnetGenesisHash } from '@vaultwright/svm'
import { printTime, type SvmSimulationPage, svmTransferOf } from '@vaultwright/wire'
import type { RecordTerm } from '../build/simulation-term.ts'
import { type SvmAnswerParts, svmStatusOf } from './build-answer.ts'
import type { SvmVaultContext } from './vault-context.ts'

/** The parts of a page. */
export type SvmRecordParts = RecordTerm & {
  readonly vaultContext: SvmVaultContext
  readonly result: SolanaBuildResult
  readonly answer: SvmAnswerParts
}

/** Writes down a simulation on Solana as its page shows it. */
export function svmRecordOf(parts: SvmRecordParts): SvmSimulationPage {
  const { vaultContext, result, answer } = parts
  const { vault, definition } = vaultContext
  const { built, simulation, effect, feeLamports, snapshot } = result
  const error = simulation?.error ?? null
  const { serialized_transaction_base64: base64, description } = answer.head
  return {
    id: parts.id,
    created_at: printTime(parts.createdAtUnix),
    expires_at: printTime(parts.expiresAtUnix),
    chain: 'solana',
    description,
    vault_address: vault.address,
    vault_name: vault.name,
    program: { address: definition.program, vault_id: String(definition.vaultId) },
    strategist_address: built.feePayer,
    status: simulation === null ? true : svmStatusOf(simulation),
    failing:
      error === null
        ? null
        : { instruction: error.instruction, program: error.program, error: error.name },
    slot: Number(simulation?.slot ?? snapshot.slot),
    actions: [...answer.reports],
    instructions: answer.instructions,
    logs: [...(simulation?.logs ?? [])],
    compute_units: simulation?.unitsConsumed ?? null,
    fee_lamports: String(feeLamports),
    token_transfers: (effect?.transfers ?? []).map(svmTransferOf),
    warnings: answer.reports.flatMap(({ warnings }) => warnings),
    serialized_transaction_base64: base64,
    verify_command: commandOf(base64, definition),
  }
}

/** A command that asks the reader's own node. */
function commandOf(
  base64: string,
  { program, genesisHash }: SvmVaultContext['definition'],
): string {
  const cluster = genesisHash === mainnetGenesisHash ? '' : ` --genesis-hash ${genesisHash}`
  return `npx vaultwright solana verify ${base64} --program ${program} --chain solana${cluster}`
}
