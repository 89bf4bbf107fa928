import type { Operator } from '@vaultwright/svm'
import { svmDefaults, tokenProgramNames } from './definition-schema.ts'
import type { SvmDefinition, SvmPermissionEntry, SvmPriorityFee } from './definition-type.ts'

/**
 * Prints a definition as the text of its file: YAML whose values are JSON, one entry a line.
 *
 * @returns a text that `parseSvmDefinition` reads back as the same definition.
 */
export function printSvmDefinition(definition: SvmDefinition): string {
  const { tokens, accounts, lookupTables, priorityFee, permissions } = definition
  const lines = [
    'kind: solana',
    `name: ${JSON.stringify(definition.name)}`,
    'chain: solana',
    ...(definition.program === svmDefaults.program
      ? []
      : [textLine('program', definition.program)]),
    ...(definition.genesisHash === svmDefaults.genesisHash
      ? []
      : [textLine('genesis_hash', definition.genesisHash)]),
    textLine('vault', definition.vault),
    textLine('vault_id', String(definition.vaultId)),
    `status: ${definition.status}`,
    ...section('tokens', tokens, ({ symbol, mint, decimals, program }) => {
      const name = program === tokenProgramNames.token ? 'token' : 'token_2022'
      return `${JSON.stringify(symbol)}: ${JSON.stringify({ mint, decimals, program: name })}`
    }),
    ...section(
      'accounts',
      accounts,
      ({ name, address }) => `${JSON.stringify(name)}: ${JSON.stringify(address)}`,
    ),
    ...section('lookup_tables', lookupTables, (table) => `- ${JSON.stringify(table)}`),
    ...(priorityFee === null ? [] : [`priority_fee: ${JSON.stringify(feeOf(priorityFee))}`]),
    ...(permissions.length === 0 ? ['permissions: []'] : []),
    ...section('permissions', permissions, (entry) => `- ${JSON.stringify(writtenEntry(entry))}`),
  ]
  return `${lines.join('\n')}\n`
}

/** An operator, as definitions and the interface write it. */
type WrittenOperator =
  | { readonly noop: true }
  | { readonly ingest_instruction: readonly [start: number, length: number] }
  | { readonly ingest_account: number }
  | { readonly ingest_instruction_data_size: true }

/** Writes an operator as definitions and the interface have it. */
export function writtenOperator(operator: Operator): WrittenOperator {
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

function textLine(key: string, text: string): string {
  return `${key}: ${JSON.stringify(text)}`
}

function section<Item>(
  key: string,
  items: readonly Item[],
  lineOf: (item: Item) => string,
): readonly string[] {
  return items.length === 0 ? [] : [`${key}:`, ...items.map((item) => `  ${lineOf(item)}`)]
}

function feeOf(fee: SvmPriorityFee): Readonly<Record<string, string>> {
  if (fee.kind === 'recent') return { kind: fee.kind, cap_micro_lamports: String(fee.cap) }
  const price = { kind: fee.kind, micro_lamports: String(fee.price) }
  return fee.cap === null ? price : { ...price, cap_micro_lamports: String(fee.cap) }
}

function writtenEntry({ route, subAccounts, values, operators, flags }: SvmPermissionEntry) {
  const entries = Object.entries(flags).map(([index, { isSigner, isWritable }]) => [
    index,
    { is_signer: isSigner, is_writable: isWritable },
  ])
  return {
    action: route,
    sub_account: subAccounts,
    ...values,
    ...(operators === null ? {} : { operators: operators.map(writtenOperator) }),
    ...(entries.length === 0 ? {} : { flags: Object.fromEntries(entries) }),
  }
}
