"""The tool that calculates."""

from __future__ import annotations

from langchain_core.tools import BaseTool, ToolException, tool

from nodes.tools.arithmetic import CannotCalculate, calculate, normalize
from nodes.tools.results import as_text


def calculator_tool() -> BaseTool:
    """Give the tool `calculator`."""

    @tool
    def calculator(expression: str) -> str:
        """Work out an arithmetic expression exactly. 计算一个算式。

        Args:
            expression: Such as (12 + 3) * 4, 15% of 80, sqrt(2), 2 ** 10; 三百乘以四 and 3×4÷2 are understood too.
        """
        try:
            result = calculate(expression)
        except CannotCalculate as refused:
            raise ToolException(str(refused)) from refused
        return as_text({"expression": normalize(expression), "result": result})

    calculator.handle_tool_error = True
    return calculator
