// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SwapExecutor} from "./SwapExecutor.sol";

/// @notice 0x-like: lends an operator an allowance of the caller for one call (0x2213bc0b).
/// @dev The caller stands behind the operator's calldata, in its last 20 bytes.
contract AllowanceHolder {
    using SafeERC20 for IERC20;

    mapping(address operator => mapping(address owner => mapping(address token => uint256))) private
        _lent;

    error NotLent(uint256 amount, uint256 lent);

    function exec(
        address operator,
        address token,
        uint256 amount,
        address payable target,
        bytes calldata data
    ) external payable returns (bytes memory) {
        _lent[operator][msg.sender][token] = amount;
        (bool ok, bytes memory answer) =
            target.call{value: msg.value}(abi.encodePacked(data, msg.sender));
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        _lent[operator][msg.sender][token] = 0;
        return answer;
    }

    function transferFrom(address token, address owner, address recipient, uint256 amount)
        external
        returns (bool)
    {
        uint256 lent = _lent[msg.sender][owner][token];
        if (amount > lent) revert NotLent(amount, lent);
        _lent[msg.sender][owner][token] = lent - amount;
        IERC20(token).safeTransferFrom(owner, recipient, amount);
        return true;
    }
}

/// @notice The settler of 0x: runs actions, then pays the recipient what it has (0x1fff991f).
/// @dev An action here is `(token, amount, executor)`; the real ones are calls to pools.
contract Settler {
    using SafeERC20 for IERC20;

    struct AllowedSlippage {
        address payable recipient;
        address buyToken;
        uint256 minAmountOut;
    }

    AllowanceHolder private immutable _holder;

    error TooMuchSlippage(address token, uint256 expected, uint256 actual);

    constructor(AllowanceHolder holder) {
        _holder = holder;
    }

    function execute(AllowedSlippage calldata slippage, bytes[] calldata actions, bytes32)
        external
        payable
        returns (bool)
    {
        address taker = address(bytes20(msg.data[msg.data.length - 20:]));
        for (uint256 i; i < actions.length; ++i) {
            (address token, uint256 amount, address executor) =
                abi.decode(actions[i], (address, uint256, address));
            _holder.transferFrom(token, taker, executor, amount);
            SwapExecutor(executor).execute(token, slippage.buyToken);
        }
        // Without a recipient or a token nothing is checked and nothing is paid.
        if (slippage.recipient == address(0) && slippage.buyToken == address(0)) return true;
        IERC20 bought = IERC20(slippage.buyToken);
        uint256 actual = bought.balanceOf(address(this));
        if (actual < slippage.minAmountOut) {
            revert TooMuchSlippage(slippage.buyToken, slippage.minAmountOut, actual);
        }
        bought.safeTransfer(slippage.recipient, actual);
        return true;
    }
}
