import { escapeForeign, type Hex } from '@vaultwright/base'
import { type CheckedReview, checkReviewFile, type KnownReview } from '@vaultwright/check'
import { useEffect, useMemo, useState } from 'react'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonSection } from '../../part/band/reason-list.tsx'
import { Section } from '../../part/page.tsx'
import { TextArea, TextField } from '../../part/text/field.tsx'

const conditions = {
  yes: 'every entry is signed by a passkey that you know',
  conditional: 'each amber line is so, and is meant',
  no: 'Do not rely on this record',
  open: 'Ask its reviewers for what is missing below',
} as const

/** Checks the record of a review in the page, with what the reader knows of it from its reviewers. */
export function ReviewRoom(props: {
  readonly text: string
  readonly refuse: (error: unknown) => void
}) {
  const { text, refuse } = props
  const [head, setHead] = useState('')
  const [keys, setKeys] = useState('')
  const { checked, error } = useMemo(
    () => checkedOf(text, { head: wordsIn(head)[0] ?? null, keys: keysIn(keys) }),
    [text, head, keys],
  )
  useEffect(() => {
    if (error !== null) refuse(error)
  }, [error, refuse])
  if (checked === null) return null
  const { entries } = checked.record
  return (
    <>
      <AnswerBand
        question="Is this review whole, and signed by its reviewers?"
        verdict={checked}
        condition={conditions[checked.answer]}
        lines={entries.map(({ author, act }) => `${escapeForeign(author.name)} ${act}`)}
        facts={[]}
        seals={[{ text: 'every signature verified in this page', isOpen: false }]}
      />
      <Section title="What you know from its reviewers">
        <TextField
          label="Hash that the record ends with"
          placeholder="0x…"
          value={head}
          change={setHead}
        />
        <TextArea
          label="Public keys of reviewers, one a line"
          rows={3}
          placeholder="alice=0x…"
          value={keys}
          change={setKeys}
        />
      </Section>
      <ReasonSection reasons={checked.reasons} />
    </>
  )
}

function checkedOf(
  text: string,
  known: KnownReview,
): { readonly checked: CheckedReview | null; readonly error: unknown } {
  try {
    return { checked: checkReviewFile(text, known), error: null }
  } catch (error) {
    return { checked: null, error }
  }
}

function wordsIn(text: string): readonly Hex[] {
  return (text.toLowerCase().match(/0x[0-9a-f]{64}\b/g) ?? []) as Hex[]
}

function keysIn(text: string): KnownReview['keys'] {
  const keys = new Map<string, Set<Hex>>()
  for (const line of text.split('\n')) {
    const name = line.slice(0, line.lastIndexOf('=')).trim()
    const [hash] = wordsIn(line.slice(line.lastIndexOf('=')))
    if (name !== '' && hash !== undefined) keys.set(name, (keys.get(name) ?? new Set()).add(hash))
  }
  return keys
}
