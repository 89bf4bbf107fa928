import type { SvmExecuteMultipleResponse } from '@vaultwright/wire'
import type { JudgedTransaction } from './judge.ts'

/** What an answer says of its transaction beside the bytes, where the bytes say otherwise. */
export function statedDifferences(
  answer: SvmExecuteMultipleResponse,
  judged: JudgedTransaction,
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
  return problems
}
