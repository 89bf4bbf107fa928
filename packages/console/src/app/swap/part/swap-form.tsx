import { type ReactNode, useState } from 'react'
import { Button } from '../../part/button.tsx'
import part from '../../part/part.module.css'

/** A form that says what is wrong of its fields once it was sent, and sends nothing until all is right. */
export function SwapForm<Problems extends object>(props: {
  readonly problems: Problems
  readonly isBusy: boolean
  /** The words of the button. */
  readonly action: string
  readonly submit: () => void
  readonly children: (shown: Partial<Problems>) => ReactNode
}) {
  const { problems, isBusy, action, submit, children } = props
  const [isChecked, setChecked] = useState(false)
  const isWrong = Object.keys(problems).length > 0
  return (
    <form
      className={`sheet ${part.card}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (!isWrong) submit()
      }}
    >
      {children(isChecked ? problems : {})}
      {isChecked && isWrong ? (
        <p className="problem" role="alert">
          Some values are missing or do not fit. They are marked.
        </p>
      ) : null}
      <div>
        <Button type="submit" look="primary" disabled={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
