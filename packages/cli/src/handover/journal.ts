import { readerOf } from '@vaultwright/document'
import type { ProposalJournal, ProposalRecord } from '@vaultwright/safe-service'
import Type from 'typebox'
import { UsageError } from '../command/usage.ts'
import { parseJson } from '../input/input.ts'
import { fileSystem } from '../terminal/file-system.ts'

const hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
const readRecord = readerOf(
  Type.Object({
    event: Type.String(),
    intentHash: hash,
    safeTxHash: hash,
    nonce: Type.String({ pattern: '^[0-9]{1,78}$' }),
  }),
)

/** Opens the journal of proposals in a file, a line of JSON each; without a file it is of this run alone. */
export function openJournal(path: string | undefined): ProposalJournal {
  const records = path === undefined || !fileSystem.existsSync(path) ? [] : readRecords(path)
  return {
    read: async () => records,
    write: async (record) => {
      records.push(record)
      if (path !== undefined) fileSystem.appendFileSync(path, `${JSON.stringify(record)}\n`)
    },
  }
}

function readRecords(path: string): ProposalRecord[] {
  const lines = fileSystem.readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line) => {
    if (line === '') return []
    const record = readRecord(parseJson(line, path))
    if (record.ok) return [record.value as ProposalRecord]
    throw new UsageError(`${path} is not a journal of proposals. Give another file.`)
  })
}
