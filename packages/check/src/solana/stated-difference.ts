import type { SvmBuilt } from '@vaultwright/svm-builder'
import {
  type SvmExecuteMultipleResponse,
  svmActionReportOf,
  svmInstructionOf,
} from '@vaultwright/wire'
import type { JudgedTransaction } from './judge.ts'

/**
 * Differences between an answer's statements about its transaction and the bytes: instructions and
 * calls, too, since a multisig takes these in place of the bytes.
 *
 * @param again - built again here; null where that failed, and nothing of its instructions is compared.
 */
export function statedDifferences(
  answer: SvmExecuteMultipleResponse,
  judged: JudgedTransaction,
  again: SvmBuilt | null,
): readonly string[] {
  const problems: string[] = []
  const compare = (name: string, stated: unknown, actual: unknown) => {
    if (stated === actual) return
    problems.push(`The server states ${name} ${stated}; the transaction has ${actual}.`)
  }
  for (const report of answer.action_api_response) {
    compare('the size', report.size_bytes, judged.size)
    compare('version', report.version, judged.version)
    compare('the fee payer', report.fee_payer, judged.feePayer)
    compare('the blockhash', report.recent_blockhash, judged.lifetime)
  }
  const stated = answer.action_api_response.flatMap(({ calls }) =>
    calls.map(({ cpi_digest }) => cpi_digest),
  )
  const actual = judged.instructions.flatMap(({ digest }) => (digest ? [digest.digestHex] : []))
  compare('the digests', stated.join(', '), actual.join(', '))
  if (again === null) return problems
  compare('the target', answer.target, again.program)
  return [...problems, ...listDifferences(answer, again)]
}

function listDifferences(answer: SvmExecuteMultipleResponse, again: SvmBuilt): readonly string[] {
  const ownReports = again.actions.map((action) =>
    svmActionReportOf({ ...action, warnings: [] }, again),
  )
  const calls = (reports: readonly { readonly calls: unknown }[]) =>
    reports.map((report) => report.calls)
  const instructions = again.instructions.map(svmInstructionOf)
  const listed = answer.instructions as typeof instructions | undefined
  const pairs = [
    ['instructions', listed ?? instructions, instructions],
    ['calls', calls(answer.action_api_response), calls(ownReports)],
    ...answer.action_api_response.map(
      (report) => ['instructions', report.instructions ?? instructions, instructions] as const,
    ),
  ] as const
  const differences = pairs.flatMap(([name, stated, actual]) =>
    canonical(stated) === canonical(actual)
      ? []
      : [`The ${name} that the server lists are not those of the transaction.`],
  )
  return [...new Set(differences)]
}

/** JSON with its fields in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
