import { filtersMax, filterValuesMax } from "@tenant-ops/rest/analytics-limits";
import { useMemo } from "react";
import { Filter } from "../../components/filters.js";
import { Combobox } from "../../components/forms/combobox.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Collection, createValueSource, toOptionIds, toValue, useValueNames } from "./analytics.api.js";
import { setFilter, type ValueFilter } from "./query.rules.js";
import { useNames } from "./words.js";

interface ValueFiltersProps {
  collection: Collection;
  filters: readonly ValueFilter[];
  onChange: (filters: ValueFilter[]) => void;
}

/** A condition per dimension: only some values, or all but some. */
export default function ValueFilters({ collection: { name, dimensions }, filters, onChange }: ValueFiltersProps) {
  return dimensions.map(({ name: field }) => (
    <ValueFilterField
      key={`${name} ${field}`}
      collection={name}
      filter={filters.find((one) => one.field === field) ?? { field, op: "in", values: [] }}
      isFull={filters.length >= filtersMax && !filters.some((one) => one.field === field)}
      onChange={(filter) => onChange(setFilter(filters, filter))}
    />
  ));
}

interface ValueFilterFieldProps {
  collection: string;
  filter: ValueFilter;
  /** Whether no further condition is allowed. */
  isFull: boolean;
  onChange: (filter: ValueFilter) => void;
}

function ValueFilterField({ collection, filter, isFull, onChange }: ValueFilterFieldProps) {
  const t = useMessages("analytics");
  const common = useMessages("components");
  const format = useFormat();
  const { nameDimension, nameValue } = useNames();
  const { field, op, values } = filter;
  const source = useMemo(
    () => createValueSource(collection, field, (value) => nameValue(field, value)),
    // oxlint-disable-next-line react/exhaustive-deps -- the names change with the language, which loads the page anew
    [collection, field],
  );
  const label = nameDimension(field);
  const { data, isError } = useValueNames(source, values);
  // Values without their names are better than none.
  const names = data ?? (isError ? values : undefined);
  const nameAt = (index: number) => names?.[index] ?? common.loading;
  const text = names ? format.list(names) : common.loading;
  const change = (next: readonly string[]) => onChange({ ...filter, values: next });
  return (
    <Filter
      label={label}
      text={values.length > 0 ? (op === "in" ? text : t.notIn(text)) : undefined}
      onRemove={() => change([])}
    >
      {(id) => (
        <div className="numbers-values">
          <div className="numbers-value">
            <select
              aria-label={t.onlyOf(label)}
              value={op}
              onChange={({ target }) => onChange({ ...filter, op: target.value as ValueFilter["op"] })}
              disabled={values.length === 0}
            >
              <option value="in">{t.only}</option>
              <option value="not_in">{t.without}</option>
            </select>
            <Combobox
              input={{ id }}
              label={label}
              source={source}
              value=""
              without={toOptionIds(values)}
              placeholder={values.length > 0 ? t.addValue : common.all}
              onChange={(chosen) => {
                if (chosen && !isFull && values.length < filterValuesMax) change([...values, toValue(chosen)]);
              }}
            />
          </div>
          {values.map((value, index) => (
            <button
              key={value}
              type="button"
              className="chip"
              aria-label={t.removeValue(nameAt(index))}
              onClick={() => change(values.filter((other) => other !== value))}
            >
              {nameAt(index)} <span aria-hidden="true">×</span>
            </button>
          ))}
        </div>
      )}
    </Filter>
  );
}
