import { useQuery } from '@tanstack/react-query'
import { Stat, Stats } from '../../part/stat.tsx'
import { dayText } from '../../part/text/moment-text.ts'
import { columnNumber, percentText } from '../../part/text/number-text.ts'
import type { SvmVaultQueries, SvmVaultReading } from './svm-vault-data.ts'

/** The figures of a vault: from its accounts as they are now, and of its last days. */
export function SvmFigures({ reading, week, days }: SvmVaultQueries) {
  const place = reading.data?.definition ?? null
  const check = useQuery({
    queryKey: ['svm-week-check', place?.vault, week.dataUpdatedAt],
    enabled: place !== null && week.data != null,
    queryFn: async () => (await import('./check-day.ts')).checkSvmWeek(week.data!, place!),
  })
  const facts = reading.data?.facts
  const wait = reading.isError ? 'The accounts could not be read.' : 'The accounts are being read.'
  const decoded = (value: string | null | undefined) =>
    facts === undefined
      ? wait
      : value == null
        ? 'A mint was not among the accounts.'
        : `decoded here, slot ${facts.slot}`
  const base = symbolOf(reading)
  const last = days.data?.at(-1)
  return (
    <Stats>
      <Stat
        name="Share price"
        value={facts?.sharePrice == null ? null : columnNumber(facts.sharePrice, 6)}
        unit={base}
        note={decoded(facts?.sharePrice)}
      />
      <Stat
        name="Shares"
        value={facts?.shares == null ? null : columnNumber(facts.shares, 2)}
        note={decoded(facts?.shares)}
      />
      <Stat
        name="Assets at the rate"
        value={facts?.assets == null ? null : columnNumber(facts.assets, 2)}
        unit={base}
        note={decoded(facts?.assets)}
      />
      <Stat
        name="APY, 7 days"
        value={week.data?.apy == null ? null : percentText(week.data.apy)}
        note={
          week.data?.apy == null
            ? week.isError
              ? 'It could not be read.'
              : 'It takes seven days of data.'
            : `to ${dayText(week.data.as_of)}, ${checkWords[check.data?.verdict.answer ?? 'open']}`
        }
      />
      <Stat
        name="Data up to"
        value={last === undefined ? null : dayText(last.as_of)}
        note={last === undefined ? 'No day is indexed yet.' : `slot ${last.block_number}`}
      />
    </Stats>
  )
}

const checkWords = {
  yes: 'computed again here',
  no: 'differs from its accounts',
  conditional: 'as stated by the server',
  open: 'as stated by the server',
} as const

/** The definition's symbol of the base asset; nothing where it has no name. */
function symbolOf({ data }: SvmVaultReading): string {
  if (data === undefined) return ''
  const { definition, facts } = data
  return definition.tokens.find(({ mint }) => mint === facts.state.baseAsset)?.symbol ?? ''
}
