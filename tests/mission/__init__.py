"""What REQUIREMENTS demands of the product, one test for each number, told apart from the code that does it."""  # noqa: E501
