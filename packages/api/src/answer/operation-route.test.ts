import { type Operation, operations } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { deprecationHeaders } from './operation-route.ts'

/** The least notice of users. Source: interface, section 8. */
const noticeDays = 30

const noticeOf = ({ since, until }: { readonly since: string; readonly until: string }) =>
  Math.floor((Date.parse(until) - Date.parse(since)) / 86_400_000)

const deprecation = { since: '2026-12-01', until: '2027-01-15', replacement: '/v2/vaults' }

test('default: the headers of RFC 9745, RFC 8594 and RFC 5829', () => {
  expect(deprecationHeaders(deprecation)).toEqual({
    deprecation: '@1796083200',
    sunset: 'Fri, 15 Jan 2027 00:00:00 GMT',
    link: '</v2/vaults>; rel="successor-version"',
  })
})

test('behavior: 8 a notice of 29 days is shorter than users have', () => {
  expect(noticeOf(deprecation)).toBe(45)
  expect(noticeOf({ since: '2026-12-01', until: '2026-12-30' })).toBeLessThan(noticeDays)
})

test('behavior: 8 every deprecated operation is announced 30 days before it goes, and replaced', () => {
  const all: readonly Operation[] = Object.values(operations)
  expect(all.length).toBeGreaterThan(0)
  for (const { deprecation: announced, path } of all) {
    if (announced === undefined) continue
    expect([path, noticeOf(announced) >= noticeDays]).toEqual([path, true])
    expect(all.map((one) => one.path)).toContain(announced.replacement)
  }
})
