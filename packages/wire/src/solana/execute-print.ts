import { printUnits } from '@vaultwright/base'
import { encodeBase64, type Instruction, type Operator } from '@vaultwright/svm'
import type { SvmBuilt, SvmBuiltAction } from '@vaultwright/svm-builder'
import { type ReportWarning, warningDataOf } from '../field/warning.ts'
import type {
  SvmActionReport,
  SvmInstructionData,
  SvmOperatorData,
  SvmTokenTransferData,
} from './execute.ts'

/** A transfer to or from a vault of Solana. */
export type SvmTransferInput = {
  readonly token: string
  readonly tokenAddress: string
  readonly amount: string | null
  readonly rawAmount: bigint
  readonly direction: 'in' | 'out'
}

/** Says what was built for one action; the instructions of the transaction stand elsewhere. */
export function svmActionReportOf(
  action: Omit<SvmBuiltAction, 'warnings'> & { readonly warnings: readonly ReportWarning[] },
  transaction: SvmBuilt,
): SvmActionReport {
  return {
    route: action.route,
    name: action.name,
    protocol: action.protocol,
    description: action.description,
    vault_id: String(action.vaultId),
    sub_account: action.subAccount,
    calls: action.calls.map((call) => ({
      ...svmInstructionOf(call),
      cpi_digest: call.digestHex,
      cpi_digest_address: call.digestAddress,
      operators: call.operators.map(svmOperatorOf),
      free: [...call.free],
    })),
    fee_payer: transaction.feePayer,
    version: transaction.version,
    size_bytes: transaction.size,
    recent_blockhash: transaction.lifetime,
    last_valid_block_height:
      transaction.lastValidBlockHeight === null ? null : Number(transaction.lastValidBlockHeight),
    nonce_account: transaction.nonceAccount,
    compute_unit_limit: transaction.computeUnitLimit,
    lookup_tables: [...transaction.lookupTables],
    slot: Number(transaction.slot),
    warnings: action.warnings.map(warningDataOf),
  }
}

/** Writes an instruction as a multisig takes it. */
export function svmInstructionOf({ program, accounts, data }: Instruction): SvmInstructionData {
  return {
    program,
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address,
      is_signer: isSigner,
      is_writable: isWritable,
    })),
    data_base64: encodeBase64(data),
  }
}

/** Writes what a digest takes in. */
export function svmOperatorOf(operator: Operator): SvmOperatorData {
  switch (operator.kind) {
    case 'noop':
      return { noop: true }
    case 'ingest_instruction':
      return { ingest_instruction: [operator.start, operator.length] }
    case 'ingest_account':
      return { ingest_account: operator.index }
    case 'ingest_instruction_data_size':
      return { ingest_instruction_data_size: true }
  }
}

/** Writes what a vault receives and sends; no price of a mint is stored. */
export function svmTransferOf(transfer: SvmTransferInput): SvmTokenTransferData {
  return {
    token: transfer.token,
    token_address: transfer.tokenAddress,
    amount: transfer.amount,
    raw_amount: String(transfer.rawAmount),
    direction: transfer.direction,
    dollar_value: null,
  }
}

/** Writes lamports in SOL. */
export function solOf(lamports: bigint): string {
  return printUnits(lamports, 9)
}
