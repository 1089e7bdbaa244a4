"""Questions in DuckDB's SQL as other engines understand them. The only module that knows sqlglot, of an extra."""

from collections.abc import Mapping
from typing import Any

import sqlglot
from sqlglot import exp

TABLE = "sample"
_SPREAD = (exp.Stddev, exp.StddevSamp)
_SAME = (
    *(exp.Select, exp.Subquery, exp.With, exp.CTE, exp.From, exp.Table, exp.TableAlias, exp.Alias),
    *(exp.Where, exp.Group, exp.Having, exp.Order, exp.Ordered, exp.Limit, exp.Offset, exp.Filter),
    *(exp.Union, exp.Distinct, exp.Column, exp.Identifier, exp.Star, exp.Literal, exp.Null),
    *(exp.Count, exp.Sum, exp.Avg, exp.Min, exp.Max, *_SPREAD),
    *(exp.Add, exp.Sub, exp.Mul, exp.Neg, exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Paren),
    *(exp.And, exp.Or, exp.Not, exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.In, exp.Is),
    *(exp.Between, exp.Parameter, exp.Placeholder, exp.Var),
)
"""What all engines compute alike. Others differ without a word: ClickHouse's median is a guess, its round goes to even
digits, and by zero each divides in its own way.
"""
_STABLE = {"clickhouse": "stddevSampStable"}
"""Its other one subtracts two sums, and says 0 where answers hardly differ. Both say inf of one answer."""


def translated(sql: str, values: Mapping[str, Any], dialect: str, source: str) -> str | None:
    """A SELECT for another engine, where `sample` is `source`, a SELECT in DuckDB's SQL.

    None where it asks other tables, or something that engines may compute differently, or for rows without an end.
    """
    try:
        tree = sqlglot.parse_one(sql, read="duckdb")
    except sqlglot.errors.SqlglotError:
        return None
    if not _is_alike(tree, values):
        return None
    rows = sqlglot.parse_one(source, read="duckdb")
    bound = tree.transform(_bound, values)
    return bound.transform(_translated, dialect, rows).sql(dialect, comments=False)


def literal(value: object, dialect: str) -> str:
    """A value as it stands in the SQL of an engine."""
    return str(exp.convert(value).sql(dialect))


def _is_alike(tree: exp.Expr, values: Mapping[str, Any]) -> bool:
    """Is it a question on `sample` alone that every engine answers alike?"""
    if not isinstance(tree, exp.Select) or not all(type(node) in _SAME for node in tree.walk()):
        return False
    cte_names = {table.alias for table in tree.find_all(exp.CTE)}
    tables = {table.name if len(table.parts) == 1 else "" for table in tree.find_all(exp.Table)}
    sums_up = bool(
        tree.args.get("group") or any(select.find(exp.AggFunc) for select in tree.selects)
    )
    parameters = {
        _parameter(parameter) for parameter in tree.find_all(exp.Parameter, exp.Placeholder)
    }
    return (
        tables - cte_names == {TABLE}
        and TABLE not in cte_names
        and (sums_up or bool(tree.args.get("limit")))
        and parameters <= values.keys()
        and not any(isinstance(node.this, _SPREAD) for node in tree.find_all(exp.Filter))
        and not _shadows(tree)
    )


def _shadows(tree: exp.Expr) -> bool:
    """Does a column of answers get a new meaning under its name, and stand where engines choose differently?"""
    for select in tree.find_all(exp.Select):
        made = [aliases for aliases in select.selects if isinstance(aliases, exp.Alias)]
        names = {alias.alias for alias in made}
        sources = {column.name for alias in made for column in alias.this.find_all(exp.Column)}
        clauses = [select.args.get(clause) for clause in ("where", "group", "having", "order")]
        used = {
            column.name for clause in clauses if clause for column in clause.find_all(exp.Column)
        }
        if names & sources & used:
            return True
    return False


def _parameter(node: exp.Expr) -> str:
    return node.name or node.this.name


def _bound(node: exp.Expr, values: Mapping[str, Any]) -> exp.Expr:
    """A part of a question with values in it, which become literals of the engine's own dialect."""
    if isinstance(node, exp.Parameter | exp.Placeholder):
        return exp.convert(values[_parameter(node)])
    return node


def _translated(node: exp.Expr, dialect: str, rows: exp.Expr) -> exp.Expr:
    """A part of a question as the engine understands it."""
    if isinstance(node, exp.Table) and node.name == TABLE:
        return exp.Subquery(
            this=rows.copy(), alias=exp.TableAlias(this=exp.to_identifier(node.alias or TABLE))
        )
    if isinstance(node, _SPREAD) and dialect in _STABLE:
        spread = exp.Anonymous(this=_STABLE[dialect], expressions=[node.this])
        return exp.Nullif(this=spread, expression=exp.Var(this="inf"))
    return node
