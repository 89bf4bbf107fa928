import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import part from '../part/part.module.css'
import { Empty, Failure, Loading } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import { sessionClient } from '../session/session-client.ts'
import styles from './action.module.css'
import { ActionForm } from './action-form.tsx'
import { ActionList } from './action-list.tsx'
import { snapshotQuery } from './amount/snapshot-query.ts'
import { type ActionInput, emptyInput, fieldsOf } from './input/field.ts'
import { fitFields } from './input/fit.ts'
import { type FieldProblems, formProblemsOf } from './input/form-check.ts'
import {
  type ActionPlace,
  type ActionPlan,
  maxActions,
  parseDraft,
  printDraft,
  putAction,
} from './input/plan.ts'
import type { RefusedBatch } from './input/refused-field.ts'

/** The form that is open: a new action, or one of the batch. */
type OpenForm = {
  readonly route: string
  readonly input: ActionInput
  /** Of the action in the batch; null for a new one. */
  readonly id: number | null
}

const nothingRefused: RefusedBatch = { fields: new Map(), others: [] }

/** A batch as it stands, and what can be done with it. */
export type BatchState = {
  readonly plan: ActionPlan
  readonly editing: number | null
  readonly refused: RefusedBatch
  readonly setRefused: (refused: RefusedBatch) => void
  readonly change: (plan: ActionPlan) => void
  readonly edit: (id: number) => void
}

/** Choosing, filling in, ordering and building, on one page. */
export function ActionBench(props: {
  readonly place: ActionPlace
  readonly mayBuild: boolean
  readonly whyEmpty: string
  /** The note behind the list of actions. */
  readonly gaps?: ReactNode
  /** Builds the batch. */
  readonly children: (batch: BatchState) => ReactNode
}) {
  const { place, mayBuild, whyEmpty, gaps, children } = props
  const draftKey = `vaultwright-draft-${place.chain}-${place.vault}-${place.strategist}`
  const [plan, setPlan] = useState<ActionPlan>(() =>
    parseDraft(sessionStorage.getItem(draftKey), new Set(Object.keys(place.manifest))),
  )
  const formKey = draftKey.replace('-draft-', '-form-')
  const [form, setForm] = useState<OpenForm | null>(() => {
    const routes = new Set(Object.keys(place.manifest))
    const [draft] = parseDraft(sessionStorage.getItem(formKey), routes)
    return draft === undefined ? null : { ...draft, id: null }
  })
  const [refused, setRefused] = useState(nothingRefused)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => sessionStorage.setItem(draftKey, printDraft(plan)), [draftKey, plan])
  // A form that is open outlives a reload, as the batch does; one of the batch is in it already.
  useEffect(() => {
    const draft = form === null || form.id !== null ? [] : [{ ...form, id: 0 }]
    sessionStorage.setItem(formKey, printDraft(draft))
  }, [formKey, form])
  const change = (next: ActionPlan) => {
    setPlan(next)
    setRefused(nothingRefused)
  }
  const open = (next: OpenForm) => {
    setForm(next)
    // The form stands beside the list: a user of the keyboard goes on in it.
    requestAnimationFrame(() => heading.current?.focus())
  }
  const put = ({ route, input, id }: OpenForm) => {
    change(putAction(plan, { route, input }, id))
    setForm(null)
  }
  const edited = form?.id === null ? -1 : plan.findIndex(({ id }) => id === form?.id)
  return (
    <>
      <div className={styles.columns}>
        <Section title="What">
          <ActionList
            manifest={place.manifest}
            selected={form?.route ?? null}
            select={(route) => open({ route, input: emptyInput, id: null })}
            whyEmpty={whyEmpty}
          >
            {gaps}
          </ActionList>
        </Section>
        <section className={part.section}>
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            With what
          </h2>
          {form === null ? (
            <Empty>Choose an action. Its values are asked for here.</Empty>
          ) : (
            <FormPanel
              key={`${form.route} ${form.id}`}
              place={place}
              form={form}
              refused={refused.fields.get(edited) ?? {}}
              isFull={plan.length >= maxActions && form.id === null}
              mayBuild={mayBuild}
              change={(input) => setForm({ ...form, input })}
              put={() => put(form)}
            />
          )}
        </section>
      </div>
      {mayBuild ? (
        children({
          plan,
          editing: form?.id ?? null,
          refused,
          setRefused,
          change,
          edit: (id) => {
            const planned = plan.find((each) => each.id === id)
            if (planned !== undefined) open(planned)
          },
        })
      ) : (
        <Verdict tone="look" title="Your role is viewer">
          <p>You may look and check. A strategist, curator or admin builds.</p>
        </Verdict>
      )}
    </>
  )
}

function FormPanel(props: {
  readonly place: ActionPlace
  readonly form: OpenForm
  readonly refused: FieldProblems
  readonly isFull: boolean
  readonly mayBuild: boolean
  readonly change: (input: ActionInput) => void
  readonly put: () => void
}) {
  const { place, form, refused, isFull, mayBuild, change, put } = props
  const [isChecked, setChecked] = useState(false)
  const action = place.manifest[form.route]!
  const constraints = useQuery({
    queryKey: ['constraints', place.chain, place.vault, place.strategist, form.route],
    enabled: action.has_constraints,
    staleTime: 300_000,
    queryFn: async () => {
      const { chain, vault, strategist } = place
      const request = { chain, vault_address: vault, strategist_address: strategist }
      const answer = await sessionClient().listConstraints({ ...request, route: form.route })
      return answer.constraints
    },
  })
  const snapshot = useQuery(snapshotQuery(place))
  const fields = fieldsOf(action)
  const fits = fitFields(fields, form.input, constraints.data ?? null)
  const formCheck = formProblemsOf(fields, form.input)
  const isWaiting = action.has_constraints && constraints.data === undefined
  const isGood = Object.keys(formCheck).length === 0 && !fits.some(({ isMisfit }) => isMisfit)
  const check = () => {
    setChecked(true)
    if (mayBuild && isGood && !isWaiting) put()
  }
  return (
    <form
      className={`sheet ${part.card}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      <h3 className={styles.formTitle}>
        {action.name} <code>{form.route}</code>
      </h3>
      <p className="note">
        {action.description}{' '}
        {action.protocol_app_url === '' ? null : `The protocol's app: ${action.protocol_app_url}`}
      </p>
      {action.is_possible === true ? (
        <Verdict tone="look" title="Perhaps another protocol">
          <p>
            The leaves fit this action, but nothing shows that the accounts are of this protocol.
          </p>
        </Verdict>
      ) : null}
      {constraints.isError ? (
        <Failure
          title="What goes together cannot be read"
          error={constraints.error}
          retry={() => void constraints.refetch()}
        />
      ) : isWaiting ? (
        <Loading what="what goes together" />
      ) : (
        <ActionForm
          place={place}
          route={form.route}
          fits={fits}
          snapshot={snapshot.data ?? null}
          input={form.input}
          change={change}
          problems={isChecked ? { ...refused, ...formCheck } : refused}
        />
      )}
      {isChecked && !isGood ? (
        <p className="problem" role="alert">
          Some values are missing or do not fit. They are marked.
        </p>
      ) : null}
      {isChecked && isGood && !mayBuild ? (
        <Verdict tone="good" title="The values fit the manifest and go together" />
      ) : null}
      {isFull ? (
        <p className="problem">The batch has {maxActions} actions, the most that it may.</p>
      ) : null}
      <div>
        <Button type="submit" look="primary" disabled={isFull || isWaiting}>
          {mayBuild ? (form.id === null ? 'Add to the batch' : 'Keep the change') : 'Check'}
        </Button>
      </div>
    </form>
  )
}
