// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MultisigWallet} from "./MultisigWallet.sol";

/// @notice A guard of a Safe, asked before and after what owners sign.
interface IGuard {
    function checkTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        MultisigWallet.Operation operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes calldata signatures,
        address sender
    ) external;

    function checkAfterExecution(bytes32 txHash, bool success) external;
}

/// @notice The code behind a proxy of a Safe 1.4.1: lists of owners and modules, a guard, a fallback handler.
/// @dev Its slots are those of a Safe, the hashed ones too. Modules pass the guard by.
contract SafeWallet is MultisigWallet {
    address private constant LIST_END = address(1);
    /// @dev keccak256("fallback_manager.handler.address")
    bytes32 private constant HANDLER_SLOT =
        0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5;
    /// @dev keccak256("guard_manager.guard.address")
    bytes32 private constant GUARD_SLOT =
        0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8;

    event SafeSetup(
        address indexed initiator,
        address[] owners,
        uint256 threshold,
        address initializer,
        address fallbackHandler
    );
    event AddedOwner(address indexed owner);
    event RemovedOwner(address indexed owner);
    event ChangedThreshold(uint256 threshold);
    event EnabledModule(address indexed module);
    event DisabledModule(address indexed module);
    event ChangedGuard(address indexed guard);
    event ChangedFallbackHandler(address indexed handler);
    event ExecutionFromModuleSuccess(address indexed module);
    event ExecutionFromModuleFailure(address indexed module);

    modifier onlySelf() {
        require(msg.sender == address(this), "GS031");
        _;
    }

    /// @dev The code itself belongs to an owner that is nobody, so that no one sets it up.
    constructor() MultisigWallet(_nobody(), 1) {}

    /// @notice Gives an empty wallet its owners; `to` is called by delegatecall with `data`, which may write any slot.
    function setup(
        address[] calldata owners,
        uint256 threshold,
        address to,
        bytes calldata data,
        address fallbackHandler,
        address,
        uint256,
        address payable
    ) external {
        require(_threshold == 0, "GS200");
        require(threshold > 0 && threshold <= owners.length, "GS201");
        address last = LIST_END;
        for (uint256 i; i < owners.length; ++i) {
            _requireNewOwner(owners[i], last);
            _owners[last] = owners[i];
            last = owners[i];
        }
        _owners[last] = LIST_END;
        _ownerCount = owners.length;
        _threshold = threshold;
        _modules[LIST_END] = LIST_END;
        if (fallbackHandler != address(0)) _store(HANDLER_SLOT, fallbackHandler);
        if (to != address(0)) {
            (bool isDone,) = to.delegatecall(data);
            require(isDone, "GS000");
        }
        emit SafeSetup(msg.sender, owners, threshold, to, fallbackHandler);
    }

    function addOwnerWithThreshold(address owner, uint256 threshold) external onlySelf {
        _requireNewOwner(owner, LIST_END);
        _owners[owner] = _owners[LIST_END];
        _owners[LIST_END] = owner;
        ++_ownerCount;
        emit AddedOwner(owner);
        _changeThreshold(threshold);
    }

    function removeOwner(address previous, address owner, uint256 threshold) external onlySelf {
        require(owner != LIST_END && _owners[previous] == owner, "GS205");
        _owners[previous] = _owners[owner];
        _owners[owner] = address(0);
        --_ownerCount;
        emit RemovedOwner(owner);
        _changeThreshold(threshold);
    }

    function changeThreshold(uint256 threshold) external onlySelf {
        _changeThreshold(threshold);
    }

    function enableModule(address module) external onlySelf {
        require(module > LIST_END && _modules[module] == address(0), "GS102");
        _modules[module] = _modules[LIST_END];
        _modules[LIST_END] = module;
        emit EnabledModule(module);
    }

    function disableModule(address previous, address module) external onlySelf {
        require(module > LIST_END && _modules[previous] == module, "GS103");
        _modules[previous] = _modules[module];
        _modules[module] = address(0);
        emit DisabledModule(module);
    }

    function setGuard(address guard) external onlySelf {
        _store(GUARD_SLOT, guard);
        emit ChangedGuard(guard);
    }

    function setFallbackHandler(address handler) external onlySelf {
        _store(HANDLER_SLOT, handler);
        emit ChangedFallbackHandler(handler);
    }

    /// @notice Executes what a module says, without a signature and without the guard.
    function execTransactionFromModule(
        address to,
        uint256 value,
        bytes calldata data,
        Operation operation
    ) external returns (bool success) {
        require(msg.sender != LIST_END && isModuleEnabled(msg.sender), "GS104");
        success = _execute(to, value, data, operation, gasleft());
        if (success) emit ExecutionFromModuleSuccess(msg.sender);
        else emit ExecutionFromModuleFailure(msg.sender);
    }

    /// @notice What no function takes goes to the fallback handler, whoever calls.
    fallback() external payable {
        address handler = _load(HANDLER_SLOT);
        if (handler == address(0)) return;
        (bool success, bytes memory result) = handler.call(abi.encodePacked(msg.data, msg.sender));
        assembly ("memory-safe") {
            if iszero(success) { revert(add(result, 32), mload(result)) }
            return(add(result, 32), mload(result))
        }
    }

    /// @notice The modules from one on, as the list links them.
    function getModulesPaginated(address start, uint256 size)
        external
        view
        override
        returns (address[] memory modules, address next)
    {
        modules = new address[](size);
        uint256 count;
        next = _modules[start];
        while (next != address(0) && next != LIST_END && count < size) {
            modules[count++] = next;
            next = _modules[next];
        }
        assembly ("memory-safe") {
            mstore(modules, count)
        }
    }

    /// @notice As of every Safe, and the guard is asked before and after.
    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        Operation operation,
        uint256 safeTxGas,
        uint256 baseGas,
        uint256 gasPrice,
        address gasToken,
        address payable refundReceiver,
        bytes memory signatures
    ) public payable override returns (bool success) {
        address guard = _load(GUARD_SLOT);
        if (guard != address(0)) {
            IGuard(guard)
                .checkTransaction(
                    to,
                    value,
                    data,
                    operation,
                    safeTxGas,
                    baseGas,
                    gasPrice,
                    gasToken,
                    refundReceiver,
                    signatures,
                    msg.sender
                );
        }
        success = super.execTransaction(
            to,
            value,
            data,
            operation,
            safeTxGas,
            baseGas,
            gasPrice,
            gasToken,
            refundReceiver,
            signatures
        );
        if (guard != address(0)) IGuard(guard).checkAfterExecution(bytes32(0), success);
    }

    function isModuleEnabled(address module) public view returns (bool) {
        return module != LIST_END && _modules[module] != address(0);
    }

    function _changeThreshold(uint256 threshold) private {
        require(threshold > 0 && threshold <= _ownerCount, "GS201");
        _threshold = threshold;
        emit ChangedThreshold(threshold);
    }

    function _requireNewOwner(address owner, address last) private view {
        require(owner > LIST_END && owner != address(this) && owner != last, "GS203");
        require(_owners[owner] == address(0), "GS204");
    }

    function _store(bytes32 slot, address value) private {
        assembly ("memory-safe") {
            sstore(slot, value)
        }
    }

    function _load(bytes32 slot) private view returns (address value) {
        assembly ("memory-safe") {
            value := sload(slot)
        }
    }

    function _nobody() private pure returns (address[] memory owners) {
        owners = new address[](1);
        owners[0] = address(0xdead);
    }
}
