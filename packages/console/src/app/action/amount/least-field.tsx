import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../part/button.tsx'
import { failureOf } from '../../part/state.tsx'
import { groupedNumber, percentOfBps } from '../../part/text/number-text.ts'
import {
  type ActionField,
  type ActionInput,
  fieldValueOf,
  slippageName,
  withText,
} from '../input/field.ts'
import type { ActionPlace } from '../input/plan.ts'
import { tokenOfField } from '../input/planned-title.ts'
import { AmountField } from './amount-field.tsx'
import { measureMinimum, valuesOf } from './measured-minimum.ts'

/** The minimum of what comes out: put in, or measured by a simulation of the values as they stand. */
export function LeastField(props: {
  readonly place: ActionPlace
  readonly route: string
  readonly label: ReactNode
  /** The input or what stands for it. */
  readonly entry: ReactNode
  readonly field: ActionField
  readonly fields: readonly ActionField[]
  readonly input: ActionInput
  /** The input with what follows from it. */
  readonly complete: ActionInput
  readonly change: (input: ActionInput) => void
}) {
  const { place, route, label, entry, field, fields, input, complete, change } = props
  const token = tokenOfField(field, fields, complete)
  const slippage = fields.find(({ name }) => name === slippageName)
  const [policy] = slippage?.suggestions ?? []
  const slippageText =
    slippage === undefined ? null : (fieldValueOf(slippage, input) ?? policy?.value ?? '30')
  const isSlippage = slippageText !== null && /^\d{1,5}$/.test(slippageText)
  const measure = useMutation({
    mutationFn: (bps: bigint) =>
      measureMinimum({ place, route }, { field, input, token: token! }, bps),
    onSuccess: ({ minimum }) => change(withText(input, field.name, minimum)),
  })
  const { data } = measure
  const isOffered = data !== undefined && input.texts[field.name] === data.minimum
  const isStale = isOffered && data.values !== valuesOf(fields, input, field.name)
  const note = measure.isError
    ? failureOf(measure.error).message
    : isStale
      ? 'Measured for other values: measure it again.'
      : isOffered
        ? `${percentOfBps(String(data.slippageBps))} % below ${groupedNumber(data.output)}, which a simulation by the service gave just now`
        : token === null
          ? 'Choose what is bought: then it can be measured.'
          : 'Run it now, and take the slippage from what comes out'
  return (
    <AmountField
      label={label}
      aside={
        slippageText === null || !isSlippage
          ? null
          : `slippage ${percentOfBps(slippageText)} %${slippageText === policy?.value ? ', the most that the policy takes' : ''}`
      }
      input={entry}
      token={token?.symbol ?? null}
    >
      <span role="status" data-tone={measure.isError || isStale ? 'look' : undefined}>
        {measure.isPending ? 'It runs…' : note}
      </span>
      <Button
        disabled={token === null || !isSlippage || measure.isPending}
        onClick={() => (slippageText === null ? null : measure.mutate(BigInt(slippageText)))}
      >
        {data === undefined ? 'Measure' : 'Measure again'}
      </Button>
    </AmountField>
  )
}
