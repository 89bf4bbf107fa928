import type { AuditData } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditCsvOf, filterAudit } from './audit-table.ts'

const entryOf = (actor: string, act: string, subject = 's'): AuditData => ({
  id: '1',
  at: '2026-01-01T00:00:00Z',
  actor,
  act,
  subject,
  details: { name: 'a "b"' },
})

test('law: no cell of the CSV begins as a formula, and each entry is a line', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (actors) => {
      const text = auditCsvOf(actors.map((actor) => entryOf(actor.replaceAll('\r\n', ''), 'a')))
      expect(text.split('\r\n')).toHaveLength(actors.length + 2)
      for (const [, first] of text.matchAll(/(?:^|\n)"[^"]*","(.)/g))
        expect(['=', '+', '-', '@']).not.toContain(first)
    }),
  )
})

test('golden: filters look for parts in any case, and CSV quotes are doubled', () => {
  const entries = [entryOf('user:1', 'key.create'), entryOf('key:2', 'user.role')]
  expect(filterAudit(entries, { actor: 'USER', act: '', subject: '' })).toEqual([entries[0]])
  expect(filterAudit(entries, { actor: '', act: 'role', subject: 'x' })).toEqual([])
  expect(auditCsvOf([entryOf('=1', 'a')])).toBe(
    '"at","actor","act","subject","details"\r\n"2026-01-01T00:00:00Z","\'=1","a","s","{""name"":""a \\""b\\""""}"\r\n',
  )
})
