import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { Failure, Loaded } from '../../part/state.tsx'
import { askConsole } from '../../session/console-api.ts'
import { withProof } from '../../session/prove.ts'
import styles from '../settings.module.css'

const counts = Array.from({ length: 11 }, (_, count) => count)

/** Chooses the number of approvals before the signing room says that a packet is ready to sign. */
export function ReviewRule() {
  const id = useId()
  const rule = useQuery({
    queryKey: ['review-rule'],
    queryFn: () => askConsole('getReviewRule', {}),
  })
  const change = useMutation({
    mutationFn: (required: number) => withProof(() => askConsole('setReviewRule', { required })),
    onSettled: () => rule.refetch(),
  })
  return (
    <Section title="Reviews">
      <Loaded query={rule} what="the rule of reviews" title="The rule of reviews cannot be read">
        {({ data }) => (
          <div className={parts.field}>
            <label htmlFor={id}>Approvals before a packet is ready to sign</label>
            <select
              id={id}
              className={parts.input}
              value={data.required}
              disabled={change.isPending}
              onChange={(event) => change.mutate(Number(event.target.value))}
            >
              {counts.map((count) => (
                <option key={count} value={count}>
                  {count === 0 ? 'none' : count}
                </option>
              ))}
            </select>
            <small className={styles.soft}>
              Of reviewers other than the proposer, each by passkey. The signing room stays Open
              without them.
            </small>
          </div>
        )}
      </Loaded>
      <Failure title="The rule is not changed" error={change.error} />
    </Section>
  )
}
