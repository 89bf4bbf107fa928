import { printUnits } from '@vaultwright/base'
import { encodeBase64 } from '@vaultwright/svm'
import type { ReportWarning } from '../field/warning.ts'
import type {
  SvmActionReport,
  SvmInstructionData,
  SvmOperatorData,
  SvmTokenTransferData,
} from './execute.ts'

/** One instruction, as the rooms of Solana have it. */
export type SvmInstructionInput = {
  readonly program: string
  readonly accounts: readonly {
    readonly address: string
    readonly isSigner: boolean
    readonly isWritable: boolean
  }[]
  readonly data: Uint8Array
}

/** An operator of a digest, as the rooms of Solana have it. */
export type SvmOperatorInput =
  | { readonly kind: 'noop' }
  | { readonly kind: 'ingest_instruction'; readonly start: number; readonly length: number }
  | { readonly kind: 'ingest_account'; readonly index: number }
  | { readonly kind: 'ingest_instruction_data_size' }

/** One action of a transaction, as the builder gives it. */
export type SvmActionInput = {
  readonly route: string
  readonly name: string
  readonly protocol: string
  readonly description: string
  readonly vaultId: bigint
  readonly subAccount: number
  readonly calls: readonly (SvmInstructionInput & {
    readonly digestHex: string
    readonly digestAddress: string
    readonly operators: readonly SvmOperatorInput[]
    readonly free: readonly string[]
  })[]
  readonly warnings: readonly ReportWarning[]
}

/** The facts of a whole transaction. */
export type SvmTransactionInput = {
  readonly feePayer: string
  readonly version: 0 | 1
  readonly size: number
  /** Blockhash or nonce, base58. */
  readonly lifetime: string
  /** Null with a nonce. */
  readonly lastValidBlockHeight: bigint | null
  readonly nonceAccount: string | null
  readonly computeUnitLimit: number | null
  readonly lookupTables: readonly string[]
  readonly slot: bigint
}

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
  action: SvmActionInput,
  transaction: SvmTransactionInput,
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
    warnings: action.warnings.map(({ code, severity, message, facts }) => ({
      code,
      severity,
      message,
      facts: { ...facts },
    })),
  }
}

/** Writes an instruction as a multisig takes it. */
export function svmInstructionOf({
  program,
  accounts,
  data,
}: SvmInstructionInput): SvmInstructionData {
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
export function svmOperatorOf(operator: SvmOperatorInput): SvmOperatorData {
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
