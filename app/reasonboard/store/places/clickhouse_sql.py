"""A SELECT in DuckDB's SQL as ClickHouse understands it. The only module that knows sqlglot, of an extra."""

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
"""What both compute alike. ClickHouse's median is an estimate, its round goes to even digits, and it divides by zero.
"""
_STABLE = "stddevSampStable"
"""The other deviation of ClickHouse subtracts two sums, so it can give 0. Both give inf for one answer."""


def translated(sql: str, values: Mapping[str, Any], source: str) -> str | None:
    """A SELECT for ClickHouse, where `sample` is `source`, a SELECT in DuckDB's SQL.

    None if it reads other tables, all rows, or something that ClickHouse may compute differently.
    """
    try:
        tree = sqlglot.parse_one(sql, read="duckdb")
    except sqlglot.errors.SqlglotError:
        return None
    if not _is_alike(tree, values):
        return None
    rows = sqlglot.parse_one(source, read="duckdb")
    bound = tree.transform(_bound, values)
    return bound.transform(_translated, rows).sql("clickhouse", comments=False)


def literal(value: object) -> str:
    """A value in the SQL of ClickHouse, where a backslash is one only if it is doubled."""
    return str(exp.convert(value).sql("clickhouse"))


def _is_alike(tree: exp.Expr, values: Mapping[str, Any]) -> bool:
    """Does it read `sample` alone, and do both engines answer it alike?"""
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
    """Does a name of a column get a new meaning, and is it used where the engines choose differently?"""
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
    """A part of a question with values in it, which become literals."""
    if isinstance(node, exp.Parameter | exp.Placeholder):
        return exp.convert(values[_parameter(node)])
    return node


def _translated(node: exp.Expr, rows: exp.Expr) -> exp.Expr:
    """A part of a question as ClickHouse understands it."""
    if isinstance(node, exp.Table) and node.name == TABLE:
        return exp.Subquery(
            this=rows.copy(), alias=exp.TableAlias(this=exp.to_identifier(node.alias or TABLE))
        )
    if isinstance(node, _SPREAD):
        spread = exp.Anonymous(this=_STABLE, expressions=[node.this])
        return exp.Nullif(this=spread, expression=exp.Var(this="inf"))
    return node
