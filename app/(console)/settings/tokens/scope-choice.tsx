import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import type { GrantableScope } from '@/lib/contract/token';
import { offeredScopes, scopeWords } from './scope-words';

interface ScopeChoiceProps {
  value: readonly GrantableScope[];
  onChange(scopes: GrantableScope[]): void;
  error: string | undefined;
}

export function ScopeChoice({ value, onChange, error }: ScopeChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1 text-sm font-medium">Scopes</legend>
      {error ? (
        <p id={id} role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      <ul className="-ml-1">
        {offeredScopes.map((scope) => (
          <li key={scope}>
            <label className="flex items-start gap-2 rounded-md p-1 hover:bg-hover">
              <Checkbox
                checked={value.includes(scope)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...value, scope] : value.filter((one) => one !== scope))
                }
              />
              <span className="pt-0.5">
                <span className="font-mono text-sm">{scope}</span>
                <span className="block text-sm text-muted">{scopeWords[scope]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
